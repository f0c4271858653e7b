-- Rows as the hall wrote them after migration 3: a lobby somebody opened, and a campaign of before.
INSERT INTO pack VALUES ('abc', 'frostpunk', '{"laws.toml":"name = \"x\"\n"}');
INSERT INTO campaign VALUES
    (1, -2, 5, 'over', 'frostpunk', 'abc',
     '{"game":"frostpunk","pack":"abc","scenario":"home","options":{},"seed":7,"salt":"s","server":18446744073709551614,"channel":5}',
     '{"stage":"over","settings":{},"chairs":[{"role":"foreman","holder":{"user":1234567}}],"seq":0,"kept":0,"kept_at":{"round":0,"phase":""},"numbers":0,"questions":[],"round_since":0,"chapter":{"round":0,"phase":""},"seen":{},"turn":null,"paused":null,"proposal":null,"petition":null}',
     0, NULL, 30, 40, NULL),
    (2, -2, 6, 'gathering', 'frostpunk', 'abc',
     '{"game":"frostpunk","pack":"abc","scenario":"home","options":{},"seed":8,"salt":"s","server":18446744073709551614,"channel":6}',
     '{"stage":"gathering","settings":{},"chairs":[{"role":"foreman","holder":{"user":175928847299117063}}],"seq":0,"kept":0,"kept_at":{"round":0,"phase":""},"numbers":0,"questions":[],"round_since":0,"chapter":{"round":0,"phase":""},"seen":{},"turn":null,"paused":null,"proposal":null,"petition":null}',
     0, NULL, 30, 40, 175928847299117063);
INSERT INTO person VALUES (175928847299117063, '{"from":1320,"until":420}');

-- Rows as the hall wrote them after migration 2: one campaign under way, shown in a channel.
INSERT INTO pack VALUES ('abc', 'frostpunk', '{"laws.toml":"name = \"x\"\n"}');
INSERT INTO campaign VALUES
    (1, -2, 5, 'running', 'frostpunk', 'abc',
     '{"game":"frostpunk","pack":"abc","scenario":"home","options":{},"seed":7,"salt":"s","server":18446744073709551614,"channel":5}',
     '{"stage":"running","settings":{"language":"de","verbosity":"brief"},"chairs":[{"role":"foreman","holder":{"user":9}}],"seq":1,"kept":1,"kept_at":{"round":1,"phase":"morning"},"numbers":1,"questions":[],"round_since":30,"chapter":{"round":1,"phase":"morning"},"seen":{"0":30},"turn":null,"paused":null,"proposal":null,"petition":null}',
     1, 500, 30, 40);
INSERT INTO log VALUES
    (1, 1, 30, '{"seq":1,"at":30,"chapter":{"round":1,"phase":"morning"},"what":{"began":{"commitment":""}}}');
INSERT INTO snapshot VALUES (1, 1, '{"coal":3}');
INSERT INTO outbox VALUES
    (1, 1, 'q1', 0, '{"topic":"q1","fleeting":false,"news":{"voted":{"question":1}}}', 40, 0, 40, 41, NULL),
    (2, 1, 'q1', 1, '{"topic":"q1","fleeting":true,"news":{"voted":{"question":1}}}', 40, 2, 90, NULL, 'down');
INSERT INTO shown VALUES (1, '{"panel":{"message":5}}');
INSERT INTO server VALUES (-2, '{"moderators":7}');
INSERT INTO person VALUES (-1, '{"from":1320,"until":420}');

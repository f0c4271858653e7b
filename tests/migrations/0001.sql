-- Rows as the hall wrote them after migration 1: one campaign that is over, one under way.
INSERT INTO pack VALUES ('abc', 'frostpunk', '{"laws.toml":"name = \"x\"\n"}');
INSERT INTO campaign VALUES
    (1, -2, 5, 'over', 'frostpunk', 'abc',
     '{"game":"frostpunk","pack":"abc","scenario":"home","options":{},"seed":18446744073709551615,"salt":"s","server":18446744073709551614,"channel":5}',
     '{"stage":"over","settings":{},"chairs":[],"seq":1,"kept":0,"kept_at":{"round":0,"phase":""},"numbers":0,"questions":[],"round_since":0,"chapter":{"round":0,"phase":""},"seen":{},"turn":null,"paused":null,"proposal":null,"petition":null}',
     1, NULL, 10, 20),
    (2, -2, 5, 'running', 'frostpunk', 'abc',
     '{"game":"frostpunk","pack":"abc","scenario":"home","options":{},"seed":7,"salt":"s","server":18446744073709551614,"channel":5}',
     '{"stage":"running","settings":{},"chairs":[{"role":"foreman","holder":{"user":9}}],"seq":2,"kept":1,"kept_at":{"round":1,"phase":"morning"},"numbers":1,"questions":[],"round_since":30,"chapter":{"round":1,"phase":"morning"},"seen":{"0":30},"turn":null,"paused":null,"proposal":null,"petition":{"edition":1,"admit":"everyone","sealed":"open","turnout":5,"offers":["a"],"closes":null}}',
     2, 500, 30, 40);
INSERT INTO opening VALUES ('open-2', 2, 30);
INSERT INTO log VALUES
    (1, 1, 20, '{"seq":1,"at":20,"chapter":{"round":0,"phase":""},"what":{"ended":{"outcome":null,"by":9}}}'),
    (2, 1, 30, '{"seq":1,"at":30,"chapter":{"round":1,"phase":"morning"},"what":{"began":{"commitment":""}}}'),
    (2, 2, 40, '{"seq":2,"at":40,"chapter":{"round":1,"phase":"morning"},"what":{"paused":{"by":9}}}');
INSERT INTO snapshot VALUES (2, 1, '{"coal":3}');
INSERT INTO ballot VALUES (2, -1, 'a'), (2, 9, 'a');
INSERT INTO request VALUES (2, 'click', 40, '"done"');
INSERT INTO outbox VALUES
    (1, 2, 'q1', 0, '{"topic":"q1","fleeting":false,"news":{"voted":{"question":1}}}', 40, 0, 40, 41, '{"message":5}', NULL),
    (2, 2, 'q1', 1, '{"topic":"q1","fleeting":true,"news":{"voted":{"question":1}}}', 40, 2, 90, NULL, NULL, 'down');
INSERT INTO person VALUES (-1, '{"from":1320,"until":420}');

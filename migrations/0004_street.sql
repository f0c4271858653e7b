-- What the street says to open questions: people beside the table, whose word binds nobody.
CREATE TABLE street (
    campaign INTEGER NOT NULL REFERENCES campaign (id),
    question INTEGER NOT NULL,
    user     INTEGER NOT NULL,
    choice   TEXT    NOT NULL,
    PRIMARY KEY (campaign, question, user)
) STRICT, WITHOUT ROWID;

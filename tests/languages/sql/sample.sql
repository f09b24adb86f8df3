-- Who uses it.
CREATE TABLE IF NOT EXISTS app.users (
    id BIGINT PRIMARY KEY, -- the key; not a name
    "full name" TEXT NOT NULL DEFAULT 'a;b',
    price NUMERIC(10, 2),
    CONSTRAINT positive CHECK (price > 0)
);

CREATE VIEW app.active AS SELECT * FROM app.users;
CREATE MATERIALIZED VIEW totals AS SELECT 1;
CREATE UNIQUE INDEX users_name ON app.users ("full name");
CREATE TYPE mood AS ENUM ('sad', 'ok');

/* Adds. */
CREATE OR REPLACE FUNCTION add_them(a int, b int) RETURNS int AS $body$
DECLARE total int;
BEGIN
    total := a + b; -- CREATE TABLE not_a_table (x int);
    IF total > 0 THEN RETURN total; END IF;
    RETURN 0;
END;
$body$ LANGUAGE plpgsql;

CREATE TRIGGER stamp BEFORE INSERT ON app.users FOR EACH ROW EXECUTE FUNCTION touch();

DELIMITER //
CREATE PROCEDURE clean_up(IN days INT)
BEGIN
    DELETE FROM logs;
    IF days > 1 THEN
        DELETE FROM more;
    END IF;
END //
DELIMITER ;

CREATE PROCEDURE dbo.[With Brackets] @id INT AS
BEGIN
    SELECT 1;
END
GO

SELECT 'CREATE TABLE fake (x int)';

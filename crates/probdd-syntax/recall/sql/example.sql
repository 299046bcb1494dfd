CREATE TABLE IF NOT EXISTS people (
  id INTEGER PRIMARY KEY,
  name VARCHAR(20) NOT NULL DEFAULT 'x',
  city_id INT REFERENCES city (id) ON DELETE CASCADE,
  CONSTRAINT positive CHECK (id > 0),
  UNIQUE (name, city_id)
);
CREATE UNIQUE INDEX by_name ON people (name ASC, city_id);
CREATE VIEW old AS SELECT id FROM people;
INSERT INTO people (id, name) VALUES (1, 'one'), (2, NULL);
UPDATE people SET name = 'two', city_id = 3 WHERE id = 1;
DELETE FROM people WHERE id = 2 OR name IS NULL;
ALTER TABLE people ADD COLUMN age INT;
DROP TABLE IF EXISTS other;
-- a line comment
WITH recent AS (SELECT id FROM people), more (a) AS (SELECT 4)
SELECT DISTINCT p.id, count(*) AS amount, p.name || 'y', CASE WHEN p.id > 1 THEN 'big' WHEN p.id = 0 THEN 'zero' ELSE 'small' END
FROM people AS p, more
  LEFT JOIN city c ON c.id = p.city_id
  JOIN recent USING (id)
WHERE p.id IN (1, 2, 3) AND NOT p.name LIKE 'a%' AND p.age BETWEEN 1 AND 2
  AND EXISTS (SELECT 1 FROM city)
GROUP BY p.id, p.name
HAVING count(*) > 5
ORDER BY amount DESC, p.id
LIMIT 10 OFFSET 20;
SELECT max(id) OVER (PARTITION BY name ORDER BY id), CAST(name AS TEXT), (1 + -2) * 3 FROM people
UNION ALL
SELECT coalesce(name, 'z'), 1, 2 FROM (SELECT name FROM people) AS inner_query;

// Bounds the rows per owner: only the newest are stored, so that no owner can fill the disk.

/** The most sessions of one person at a time. In a demo, many visitors share its people. */
const MOST_OF_EACH = 200

/** A step of a gathered insert that makes room for the rows of its questions. `column` names the owner and must be indexed. */
export const roomOfOwner = (table: string, column: string): string =>
  `dropped AS (DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
    SELECT row FROM (
      SELECT t.ctid AS row, fresh.count, row_number() OVER (PARTITION BY t."${column}" ORDER BY t."made" DESC) AS place
      FROM ${table} t JOIN (SELECT "${column}", count(*) FROM asked GROUP BY 1) fresh USING ("${column}")) ranked
    WHERE place > ${MOST_OF_EACH} - count)))`

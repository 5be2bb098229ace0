-- Lists by id are sorted from the index by time, which takes no longer than walking this one. Every write changed it, each on a page of its own,
-- because ids are random.
DROP INDEX "resource_current_by_id";

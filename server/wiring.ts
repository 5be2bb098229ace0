// The composition root: settings, database and keys become the five peers. Nothing else knows how they are put together.

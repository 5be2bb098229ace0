export async function importPaths(): Promise<void> {}

// What a page carries in place of an answer.

/**
 * Stands for an answer that does not come with its page after all: there is none, or it is too long. The page's script then asks
 * itself. An error in its place would be one in the log of the server.
 */
export const LEFT_TO_SCRIPT = 'left to the script'

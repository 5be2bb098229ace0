/** Characters of the shortest password that a person may choose (NIST SP 800-63B §3.1.1.2). */
export const SHORTEST_PASSWORD = 8

/** No password is longer: hashing a megabyte would be wasted work. */
export const LONGEST_PASSWORD = 200

/** How many things are worked on at once, at most. */
export const selectedAtMost = 5000

/** How many pieces one document takes where it is begun for many: as many as a line may name. */
export const piecesInDocument = 500

/** How many fields are written at once. */
export const fieldsAtMost = 10

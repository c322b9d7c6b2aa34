/** The name of the way: it is part of the names of its jobs. */
export const mailWay = 'mail'

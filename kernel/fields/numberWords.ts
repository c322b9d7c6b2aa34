/** The digits of a whole number in groups of three, "1234567" as "1,234,567". A browser takes 20 ms to begin with formats. */
export const digitsInThrees = (digits: string): string => digits.replaceAll(/\B(?=(\d{3})+$)/g, ',')

/** A decimal as people read it, "-12300.5" as "-12,300.5". */
export const numberWords = (decimal: string): string => decimal.replace(/\d+/, digitsInThrees)

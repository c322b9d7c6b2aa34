/** What was typed where a number is wanted: keyboards for Chinese write digits and points of full width, and a full stop for a point. */
export const typedNumber = (text: string): string => text.normalize('NFKC').replace(/。/, '.')

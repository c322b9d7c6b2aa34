/** Told apart by people who see few colours too, on a light ground and on a dark one. */
export const seriesColours = ['#2f80c9', '#d98200', '#12977a', '#b2548f', '#7a68d8', '#c4553b', '#5b93a8', '#8b8f3a'] as const

export const seriesColour = (index: number): string => seriesColours[index % seriesColours.length] ?? seriesColours[0]

export const measureList = async (_: unknown): Promise<number> => 0

export const measureWeb = async (_: unknown): Promise<number> => 0

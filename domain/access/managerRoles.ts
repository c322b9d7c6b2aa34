import { assetManagerRole, consumableManagerRole, tenantRole } from '../rules/constants.ts'

/** The roles of those who manage something. Apart from what else is said of roles: the workbench loads this file at the start. */
export const managerWords = [tenantRole, assetManagerRole, consumableManagerRole] as const

export const isManagerRole = (roleCode: string): boolean => managerWords.some((word) => roleCode.includes(word))

import { assetManagerRole, consumableManagerRole, ordinaryEmployeeRole, tenantRole } from '../rules/constants.ts'

/** The roles of those who manage something. Apart from what else is said of roles: the workbench loads this file at the start. */
export const managerWords = [tenantRole, assetManagerRole, consumableManagerRole] as const

/** True of a role that is worked in the manager view: of every one but the ordinary employee's. */
export const isManagerRole = (roleCode: string): boolean => !roleCode.includes(ordinaryEmployeeRole)

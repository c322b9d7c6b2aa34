import { storeAside, stored } from '../../session/session.ts'

/** That this device takes part in something is known before its journal is opened: most never open one. */
const flag = '_counting'
export const takesPart = (): boolean => stored<boolean>(flag) === true
export const nowTakesPart = (): void => storeAside(flag, true, 0)

import type { DocumentKind } from '../../../domain/documents/define.ts'
import { isAboutThings } from '../../../domain/documents/lines.ts'
import { useWide } from '../../screen.ts'

/** True where the lines of a kind are a sheet: on a wide window, where they are about things. */
export const useSheet = (kind: DocumentKind): boolean => useWide() && isAboutThings(kind)

import type { Option } from '../../../kernel/field.ts'
import { t } from '../../words.ts'

/** An option in the reader's language; a name that people gave stays as they wrote it. */
export const optionWords = ({ label, isOwn }: Option): string => (isOwn ? label : t(label))

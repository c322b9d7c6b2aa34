import type { PrinterLanguage } from '../printer.ts'
import { brother } from './brother.ts'
import { cpcl } from './cpcl.ts'
import { escpos } from './escpos.ts'
import type { Language } from './language.ts'
import { tspl } from './tspl.ts'
import { zpl } from './zpl.ts'

/** Every language, by the name that printers are registered with. */
export const languages: Readonly<Record<PrinterLanguage, Language>> = { tspl, zpl, cpcl, escpos, brother }

/** Writes domain/labels/fontTable.ts: the widths of the letters that labels are drawn with. Run by hand when the font changes. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fontTableText } from '../server/labels/glyphs.ts'

writeFileSync(join(import.meta.dirname, '../domain/labels/fontTable.ts'), fontTableText())
process.stdout.write('domain/labels/fontTable.ts is written\n')

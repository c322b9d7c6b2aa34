import { isEmpty, declaredField } from '../../kernel/field.ts'
import { refersTo } from '../../kernel/fields/kinds.ts'
import type { RecordKind } from './define.ts'

type Row = Readonly<Record<string, unknown>> & { readonly names: Readonly<Record<string, string>> }

/** What tells a record apart, in the order of its table: codes, words, and the names of what it refers to, but for what goes without saying. */
export const aboutOf = (kind: RecordKind, row: Row, evident: readonly string[] = []): string[] =>
  (kind.columns ?? kind.unique)
    .filter((key) => !evident.includes(key))
    .flatMap((key) => {
      const { control } = declaredField(kind.fields, key)
      const value = row[key]
      if (key === kind.nameField || isEmpty(value)) return []
      if (refersTo(control)) return [row.names[String(value)] ?? '']
      return control.type === 'text' ? [String(value)] : []
    })
    .filter(Boolean)
    .slice(0, 5)

/** Facts on one line. Where it breaks, the dot stays with what it follows. */
export const together = (facts: readonly string[]): string => facts.join('\u00a0· ')

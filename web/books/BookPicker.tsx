import type { Option } from '../../kernel/field.ts'
import { Card } from '../look/Card.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { t } from '../words.ts'

type Props = { options: readonly Option[]; bookId: string; onChoose: (id: string) => void }

/** Which book a screen is about; nothing where there is one alone. */
export const BookPicker = ({ options, bookId, onChoose }: Props) =>
  options.length < 2 ? null : (
    <Card flush className="mb-4">
      <Choice label={t('账簿')} options={options} value={bookId} onChange={onChoose} required />
    </Card>
  )

import { useState } from 'react'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { CallError } from '../call.ts'
import { t } from '../words.ts'
import { useBusy } from '../writing.ts'

/** Asks for a name; `onName` says by throwing what is wrong with it. */
export const NameSheet = ({
  title,
  begin,
  onName,
  onClose,
}: {
  title: string
  begin: string
  onName: (name: string) => Promise<unknown>
  onClose: () => void
}) => {
  const [name, setName] = useState(begin)
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useBusy()
  const save = async () => {
    if (!name.trim()) return setProblem(t('请填写名称'))
    setBusy(true)
    try {
      await onName(name)
      onClose()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={title}
      footer={
        <Button size="large" wide busy={busy} onClick={() => void save()}>
          {t('确定')}
        </Button>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Card flush>
          <TextField
            label={t('名称')}
            value={name}
            onChange={(next) => {
              setName(next)
              setProblem('')
            }}
            error={problem}
            maxLength={200}
            required
            autoFocus
          />
        </Card>
      </form>
    </Sheet>
  )
}

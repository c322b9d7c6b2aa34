import { Copy } from 'lucide-react'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { t } from '../words.ts'
import { copyText } from './copyText.ts'

type Props = { secret: string; title: string; text: string; name: string; copyTitle: string; onDone: () => void }

/** A secret the only time that it is shown; `name` says what kind of secret it is. */
export const SecretCard = ({ secret, title, text, name, copyTitle, onDone }: Props) => (
  <Card>
    <h2 className="text-title font-semibold">{title}</h2>
    <p className="mt-1.5 text-body text-quiet">{text}</p>
    <output className="mt-3 block break-all rounded-control bg-sunken px-4 py-3 font-mono text-body" aria-label={name} data-secret>
      {secret}
    </output>
    <div className="mt-4 flex flex-col gap-3">
      <Button size="large" wide icon={Copy} onClick={() => void copyText(secret)}>
        {copyTitle}
      </Button>
      <Button size="large" wide kind="secondary" onClick={onDone}>
        {t('我已保存')}
      </Button>
    </div>
  </Card>
)

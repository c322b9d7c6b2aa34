import { MapPin } from 'lucide-react'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { t } from '../words.ts'

/** Where one walks, and the way to another place. */
export const PlaceCard = ({ name, onChange }: { name: string; onChange: () => void }) => (
  <Card className="mb-3 flex items-center gap-3">
    <MapPin size={20} className="shrink-0 text-accent" aria-hidden />
    <span className="min-w-0 flex-1 truncate text-body font-medium">{name}</span>
    <Button kind="plain" size="small" onClick={onChange}>
      {t('换区域')}
    </Button>
  </Card>
)

/** Before a place is chosen. */
export const NoPlace = ({ onChoose }: { onChoose: () => void }) => (
  <Card className="flex flex-col items-center gap-4 py-8 text-center">
    <MapPin size={32} strokeWidth={1.5} className="text-faint" aria-hidden />
    <p className="max-w-72 text-body text-quiet">{t('选一个区域，用读写器走一圈，看看账上的资产在不在。')}</p>
    <Button size="large" onClick={onChoose}>
      {t('选择区域')}
    </Button>
  </Card>
)

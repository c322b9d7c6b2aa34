import { MapPin } from 'lucide-react'
import { currentUser } from '../../domain/access/sessionOperations.ts'
import { useAsk } from '../ask.ts'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Empty } from '../look/Empty.tsx'
import { Problem } from '../look/Problem.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Skeleton } from '../look/Skeleton.tsx'
import { go } from '../travel.ts'
import { t } from '../words.ts'

/** The names of the locations that the person manages. */
export const ManagedLocations = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Sheet open={open} onClose={onClose} title={t('管理区域')}>
    {open && <Content />}
  </Sheet>
)

const Content = () => {
  const me = useAsk(currentUser, {}, { staleMs: 60_000 })
  if (me.isError) return <Problem error={me.error} onRetry={me.refetch} />
  if (!me.data) return <Skeleton rows={4} picture={false} />
  const { managedLocations } = me.data
  return (
    <>
      {managedLocations.length === 0 ? (
        <Empty icon={MapPin} title={t('还没有管理区域')} text={t('管理员为您指定管理区域后，会显示在这里。')} />
      ) : (
        <Card flush className="shrink-0">
          {managedLocations.map(({ locId, locName }) => (
            <Cell key={locId} icon={MapPin} tint="#00a86b" title={locName} />
          ))}
        </Card>
      )}
      <Button kind="plain" wide className="mt-3" onClick={() => go('/pages/user/location')}>
        {t('我管理和使用的区域')}
      </Button>
    </>
  )
}

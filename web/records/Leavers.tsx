import { Boxes } from 'lucide-react'
import { useState } from 'react'
import { gsReturnOrder } from '../../domain/documents/asset/return.ts'
import { gsRevertOrder } from '../../domain/documents/asset/revert.ts'
import { gsTransOrder } from '../../domain/documents/asset/trans.ts'
import type { DocumentKind } from '../../domain/documents/define.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import { leftBehind } from '../../domain/access/leftBehindOperations.ts'
import { useAsk } from '../ask.ts'
import { learnNames } from '../cache.ts'
import { hrefOf } from '../frames.ts'
import { Button } from '../look/Button.tsx'
import { Card, Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Problem } from '../look/Problem.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Skeleton } from '../look/Skeleton.tsx'
import { withManyAssetsHref } from '../documents/assetsToBegin.ts'
import { listPathOfNoun } from '../places.ts'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'

type Leaver = OutputOf<typeof leftBehind>['list'][number]

/** How many pieces are in the names of people who left, and by a press who they are. */
export default function Leavers({ count }: { count: number }) {
  const [open, setOpen] = useState(false)
  return (
    <Card flush>
      <Cell
        title={t('离职待交接')}
        text={t('已停用的账号名下还有{count}件资产', { count })}
        icon={Boxes}
        tint="#ff8a00"
        onPress={() => setOpen(true)}
      />
      <Sheet open={open} onClose={() => setOpen(false)} title={t('离职待交接')} tall>
        {open && <LeaverList />}
      </Sheet>
    </Card>
  )
}

const LeaverList = () => {
  const { data, error, refetch } = useAsk(leftBehind, {})
  if (error) return <Problem error={error} onRetry={refetch} />
  if (!data) return <Skeleton />
  return data.list.map((leaver) => <LeaverPieces key={leaver.uid} leaver={leaver} />)
}

const LeaverPieces = ({ leaver }: { leaver: Leaver }) => {
  const { uid, userName, deptName, pieces, inUse, lent } = leaver
  const openList = () => {
    learnNames({ [uid]: userName })
    goHref(hrefOf(listPathOfNoun('asset'), { holderUid: uid }))
  }
  return (
    <Section title={deptName ? `${userName} · ${deptName}` : userName}>
      <Cell
        title={t('名下{count}件', { count: pieces })}
        text={[...inUse, ...lent]
          .slice(0, namesShown)
          .map(({ name, code }) => `${name} ${code}`)
          .join(t('、'))}
        onPress={openList}
      />
      <div className="flex flex-wrap justify-end gap-2 px-4 py-3">
        <Begin kind={gsTransOrder} words={t('转移给别人')} pieces={inUse} />
        <Begin kind={gsReturnOrder} words={t('退库')} pieces={inUse} />
        <Begin kind={gsRevertOrder} words={t('归还')} pieces={lent} />
      </div>
    </Section>
  )
}

const namesShown = 5

/** Begins a document with these pieces; nothing where there are none. */
const Begin = ({ kind, words, pieces }: { kind: DocumentKind; words: string; pieces: Leaver['inUse'] }) =>
  pieces.length > 0 && (
    <Button
      kind="secondary"
      size="small"
      onClick={() =>
        goHref(
          withManyAssetsHref(
            kind,
            pieces.map(({ id }) => id),
          ),
        )
      }
    >
      {words}
    </Button>
  )

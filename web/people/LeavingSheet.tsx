import type { HoldingRow, HoldingKey } from '../../domain/access/holdings.ts'
import { gsRevertOrder } from '../../domain/documents/asset/revert.ts'
import { gsTransOrder } from '../../domain/documents/asset/trans.ts'
import type { Id } from '../../kernel/id.ts'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { withManyAssetsHref } from '../documents/assetsToBegin.ts'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'

/** What a person still has, and what is sent when the account is closed in spite of it. */
export type LeavingRequest = { readonly holdings: readonly HoldingRow[]; readonly yes: string; readonly goOn: () => Promise<unknown> }

type Props = {
  leaving: LeavingRequest | undefined
  name: string
  onClose: () => void
  /** What hands a kind of thing over on this very screen. */
  onHandOver: (what: 'handOver' | 'places') => void
}

/** What is to be handed over before an account is closed: how many of each, and the way to do it. */
export const LeavingSheet = ({ leaving, name, onClose, onHandOver }: Props) => {
  const close = async (goOn: LeavingRequest['goOn']) => {
    onClose()
    await goOn()
  }
  return (
    <Sheet
      open={leaving !== undefined}
      onClose={onClose}
      title={t('{name}还有没有交接的', { name })}
      footer={
        leaving && (
          <Button size="large" wide kind="danger" onClick={() => void close(leaving.goOn)}>
            {leaving.yes}
          </Button>
        )
      }
    >
      <Card flush>
        {leaving?.holdings.map((holding) => {
          const way = wayOf(holding.key, holding.ids, onHandOver)
          return (
            <Cell
              key={holding.key}
              title={t('{what}{count}项', { what: holding.what, count: holding.count })}
              text={[...holding.names, ...(holding.count > holding.names.length ? ['…'] : [])].join(t('、'))}
              value={way?.words}
              {...(way && { onPress: way.go })}
            />
          )
        })}
      </Card>
      <p className="px-1 text-small text-quiet">
        {t('现在停用也可以：审批会转给接替人或流程管理员；资产留在本人名下，在资产管理员的工作台“离职待交接”中等待处理。')}
      </p>
    </Sheet>
  )
}

const wayOf = (key: HoldingKey, ids: readonly Id[], onHandOver: Props['onHandOver']): { words: string; go: () => void } | undefined => {
  if (key === 'assets') return { words: t('转移给别人'), go: () => goHref(withManyAssetsHref(gsTransOrder, ids)) }
  if (key === 'loans') return { words: t('归还'), go: () => goHref(withManyAssetsHref(gsRevertOrder, ids)) }
  if (key === 'places') return { words: t('移交'), go: () => onHandOver('places') }
  if (key === 'tasks') return { words: t('交接'), go: () => onHandOver('handOver') }
  if (key === 'flows' || key === 'steps') return { words: t('流程设置'), go: () => goHref('/pages/flow/flowlist') }
  return undefined
}

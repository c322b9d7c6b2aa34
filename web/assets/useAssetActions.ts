import { MessageCircleQuestion, MessagesSquare, PenLine, Radar, Send, Share2 } from 'lucide-react'
import { kindsForAsset, withAssetsHref } from '../../domain/documents/offers.ts'
import { linkContent } from '../../domain/labels/content.ts'
import type { RecordRow } from '../../domain/records/operations.ts'
import { host } from '../../hosts/here.ts'
import type { GridItem } from '../look/Grid.tsx'
import { useAllowed } from '../shell/useAllowed.ts'
import { askHolder, discuss } from '../cards/talk.ts'
import { menuIcon } from '../workbench/menuIcon.ts'
import { shareBy } from '../people/shareLink.ts'
import { listPathOfKind } from '../places.ts'
import { useResources } from '../screen.ts'
import { useSession } from '../session/session.ts'
import { go, goHref } from '../travel.ts'
import { t } from '../words.ts'

export const nameOf = (row: RecordRow): string => String(row['instanceName'] ?? '')
export const codeOf = (row: RecordRow): string => String(row['instanceCode'] ?? '')

/** What stands on a label: an address that any phone opens and every scanner of ours understands. */
export const labelAddress = (row: RecordRow): string => linkContent(host.address, { noun: 'asset', code: String(row['instanceCode']) })

type ActionsInput = { readonly row: RecordRow; readonly writes: boolean; readonly onSend: () => void }

/** What may be done with an asset: documents, its tag, and talking about it. */
export const useAssetActions = ({ row, writes, onSend }: ActionsInput): readonly GridItem[] => {
  const allowed = useAllowed()
  const resources = useResources()
  const { uid } = useSession()
  const iconOf = (kind: string) => menuIcon(resources?.find(({ mobilePath }) => mobilePath === listPathOfKind(kind))?.icon)
  const documents = kindsForAsset(row, uid, allowed).map((kind) => ({
    key: kind.kind,
    title: t(kind.cardOffer?.title ?? kind.title),
    icon: iconOf(kind.kind),
    onPress: () => goHref(withAssetsHref(kind, [row.id])),
  }))
  return [...documents, ...tagActions(row, writes), ...talkActions(row, uid, onSend)]
}

const tagActions = (row: RecordRow, writes: boolean): readonly GridItem[] => [
  ...(row['epc']
    ? [{ key: 'find', title: t('找一找'), icon: Radar, onPress: () => go('/pages/goods/GsGoodsInstance/rfid-find', { id: row.id }) }]
    : []),
  ...(writes
    ? [{ key: 'write', title: t('写标签'), icon: PenLine, onPress: () => go('/pages/goods/GsGoodsInstance/rfid-write', { ids: row.id }) }]
    : []),
]

const talkActions = (row: RecordRow, uid: string, onSend: () => void): readonly GridItem[] => {
  const holder = row['holderUid']
  const [name, code] = [nameOf(row), codeOf(row)]
  const share = shareBy()
  return [
    ...(typeof holder === 'string' && holder !== '' && holder !== uid
      ? [{ key: 'ask', title: t('问持有人'), icon: MessageCircleQuestion, onPress: () => void askHolder(holder, `${name} ${code}`.trim()) }]
      : []),
    { key: 'discuss', title: t('讨论'), icon: MessagesSquare, onPress: () => void discuss({ noun: 'asset', id: row.id }) },
    { key: 'send', title: t('发送到聊天'), icon: Send, onPress: onSend },
    ...(share
      ? [{ key: 'share', title: t('分享'), icon: Share2, onPress: () => void share({ title: name, text: code, link: labelAddress(row) }) }]
      : []),
  ]
}

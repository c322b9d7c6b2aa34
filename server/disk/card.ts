import { contentAddress } from '../../domain/disk/operations.ts'
import { inUnits } from '../../kernel/bytes.ts'
import { cardRows, eachCard, sayTo } from '../cards/reader.ts'
import { shownNode } from './nodes.ts'
import { requireNode } from './rights.ts'

/** A file or a folder as a card, for the person who may read it at this moment. */
export const fileCards = eachCard(async (call, { id }) => {
  const { tx, session } = call
  const say = sayTo(call)
  const node = await shownNode(tx, session, await requireNode(tx, session, id))
  const isFile = node.kind === 'file'
  return {
    label: say(isFile ? '文件' : '文件夹'),
    title: node.name,
    icon: isFile ? 'file-text' : 'folder',
    ...(node.thumbnail && { picture: contentAddress(node, { small: true }) }),
    rows: cardRows([
      [say('大小'), node.sizeBytes === null ? null : inUnits(node.sizeBytes)],
      [say('修改人'), node.changedBy],
    ]),
    link: isFile ? `/pages/netdisk/diskfile?id=${node.id}` : `/pages/netdisk/netdisklist?id=${node.id}`,
    offers: [],
  }
})

import { ClipboardPaste, Plus } from 'lucide-react'
import { useState } from 'react'
import type { Branch, Definition, NodeKind } from '../../../../domain/approval/flow/definition.ts'
import {
  blankBranch,
  blankNode,
  copyNode,
  insertBranch,
  insertNode,
  sequenceAt,
  type Spot,
} from '../../../../domain/approval/design/edit.ts'
import { t } from '../../../words.ts'
import { branchKinds, nodeLooks, otherKinds, peopleKinds } from './looks.ts'
import { newNodeId, spotKey, useDesign } from './design.ts'
import { useDrag } from './drag.ts'
import { Popup } from './Popup.tsx'

/** The "+" on a line: what may stand here; while something is dragged, a place to drop it. */
export const AddButton = ({ spot, after }: { spot: Spot; after: string }) => {
  const { edit } = useDesign()
  const { dragged, target, mayDrop } = useDrag()
  const [open, setOpen] = useState(false)
  if (!edit) return null
  const key = spotKey(spot)
  if (dragged) {
    const canDrop = mayDrop(key)
    const spotLook = canDrop ? 'h-8 w-24 border-accent bg-card text-accent-strong' : 'size-3 border-line bg-line'
    return (
      <span
        data-spot={key}
        className={`relative z-1 my-1 flex items-center justify-center rounded-full border-2 border-dashed text-small transition-all ${
          target === key ? 'h-11 w-40 border-accent bg-accent-soft font-medium text-accent-strong' : spotLook
        }`}
      >
        {canDrop && (target === key ? t('放到这里') : <Plus size={16} aria-hidden />)}
      </span>
    )
  }
  return (
    <Popup
      open={open}
      onOpenChange={setOpen}
      title={t('添加环节')}
      label={t('在“{node}”之后添加', { node: after })}
      data={{ 'data-spot': key }}
      trigger={<Plus size={16} strokeWidth={2.5} aria-hidden />}
      triggerClass="relative z-1 flex size-7 items-center justify-center rounded-full bg-accent text-white shadow-float transition after:absolute after:-inset-2 hover:scale-115 active:scale-95"
    >
      <Choices spot={spot} edit={edit} onDone={() => setOpen(false)} />
    </Popup>
  )
}

/** What may stand at a spot. */
const Choices = ({ spot, edit, onDone }: { spot: Spot; edit: (next: Definition) => void; onDone: () => void }) => {
  const { definition, choose, copied } = useDesign()
  const follows = sequenceAt(definition, spot.within).length - spot.index
  const add = (kind: NodeKind) => {
    onDone()
    const name = nodeLooks[kind].title
    if (kind === 'xor' || kind === 'inc' || kind === 'par')
      return edit(insertBranch(definition, spot, blankBranch(kind, branchNames(kind), newNodeId)))
    const node = blankNode(kind, name, newNodeId)
    edit(insertNode(definition, spot, node))
    choose(node.id)
  }
  const paste = (copy: Parameters<typeof copyNode>[0]) => {
    onDone()
    const node = copyNode(copy, newNodeId)
    edit(insertNode(definition, spot, node))
    choose(node.id)
  }
  /** What follows goes into the first arm. */
  const surround = (kind: Branch['kind']) => {
    onDone()
    edit(insertBranch(definition, spot, blankBranch(kind, branchNames(kind), newNodeId), follows))
  }
  return (
    <>
      {groups.map(({ title, kinds }) => (
        <KindGroup key={title} title={title} kinds={kinds} onChoose={add} />
      ))}
      {(follows > 0 || copied) && (
        <div className="border-t border-line pt-2 max-wide:border-none max-wide:pt-0">
          {follows > 0 && <SurroundRow onChoose={surround} />}
          {copied && <PasteButton name={copied.name} onPress={() => paste(copied)} />}
        </div>
      )}
    </>
  )
}

type KindGroupProps = { title: string; kinds: readonly NodeKind[]; onChoose: (kind: NodeKind) => void }

/** The kinds of one group, each with its icon. */
const KindGroup = ({ title, kinds, onChoose }: KindGroupProps) => (
  <section className="mb-3 last:mb-0">
    <h3 className="px-1 pb-1 text-small text-quiet">{t(title)}</h3>
    <ul className="grid grid-cols-4 gap-1 max-wide:rounded-card max-wide:bg-card max-wide:p-1.5">
      {kinds.map((kind) => {
        const { title, text, color, icon: Icon } = nodeLooks[kind]
        return (
          <li key={kind}>
            <button
              type="button"
              onClick={() => onChoose(kind)}
              title={t(text)}
              className="pressable flex w-full flex-col items-center gap-1.5 rounded-control px-0.5 py-2.5 text-center"
            >
              <span className="flex size-10 items-center justify-center rounded-full text-white" style={{ backgroundColor: color }}>
                <Icon size={19} aria-hidden />
              </span>
              <span className="text-small leading-tight">{t(title)}</span>
            </button>
          </li>
        )
      })}
    </ul>
  </section>
)

/** The branches into which what follows may be put. */
const SurroundRow = ({ onChoose }: { onChoose: (kind: Branch['kind']) => void }) => (
  <div className="flex flex-wrap items-center gap-x-1 gap-y-1 px-2 text-small text-quiet">
    <span>{t('将后面的环节放进')}</span>
    {branchKinds.map((kind) => (
      <button
        key={kind}
        type="button"
        onClick={() => onChoose(kind)}
        className="min-h-8 rounded-full px-2 text-accent-strong hover:bg-accent-soft"
      >
        {t(nodeLooks[kind].title)}
      </button>
    ))}
  </div>
)

const PasteButton = ({ name, onPress }: { name: string; onPress: () => void }) => (
  <button
    type="button"
    onClick={onPress}
    className="pressable flex min-h-10 w-full items-center gap-2 rounded-control px-2 text-body text-accent-strong"
  >
    <ClipboardPaste size={16} aria-hidden />
    {t('粘贴“{node}”', { node: t(name) })}
  </button>
)

export const branchNames = (kind: Branch['kind']) => ({
  branch: nodeLooks[kind].title,
  arm: (n: number) => t(kind === 'par' ? '分支{n}' : '条件{n}', { n }),
  rest: t('其他情况'),
})

const groups = [
  { title: '由人处理', kinds: peopleKinds },
  { title: '分支', kinds: branchKinds },
  { title: '自动进行', kinds: otherKinds },
]

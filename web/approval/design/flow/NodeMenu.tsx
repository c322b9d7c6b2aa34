import { ArrowDown, ArrowUp, CopyPlus, Ellipsis, Files, Trash2, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import type { Branch, Definition, Node } from '../../../../domain/approval/flow/definition.ts'
import {
  blankBranch,
  copyNode,
  insertBranch,
  insertNode,
  moveNode,
  nodeOf,
  removeNode,
  spotBeside,
  spotOf,
} from '../../../../domain/approval/design/edit.ts'
import { within } from '../../../../domain/approval/flow/plan.ts'
import { confirm } from '../../../look/overlays/confirm.ts'
import { toast } from '../../../look/overlays/toast.ts'
import { t } from '../../../words.ts'
import { branchNames } from './AddButton.tsx'
import { newNodeId, useDesign } from './design.ts'
import { branchKinds, nodeLooks } from './looks.ts'
import { Popup } from './Popup.tsx'

/** What may be done with a node; the same as by dragging and with keys. */
export const NodeMenu = ({ node, quiet }: { node: Node; quiet?: boolean }) => {
  const { edit } = useDesign()
  const [open, setOpen] = useState(false)
  return (
    edit && (
      <Popup
        open={open}
        onOpenChange={setOpen}
        title={t(node.name)}
        label={t('{node}的操作', { node: t(node.name) })}
        trigger={<Ellipsis size={16} aria-hidden />}
        triggerClass={`reach flex size-7 items-center justify-center rounded-full transition hover:bg-black/10 ${quiet ? 'text-faint' : 'text-white'}`}
      >
        <Actions node={node} edit={edit} onDone={() => setOpen(false)} />
      </Popup>
    )
  )
}

const Actions = ({ node, edit, onDone }: { node: Node; edit: (next: Definition) => void; onDone: () => void }) => {
  const { definition, choose, copy } = useDesign()
  const remove = useRemoveNode()
  const close = (act: () => void) => () => {
    onDone()
    act()
  }
  const up = spotBeside(definition, node.id, -1)
  const down = spotBeside(definition, node.id, 1)
  const double = () => {
    const { within: ref, index } = spotOf(definition, node.id)
    const twin = copyNode(node, newNodeId)
    edit(insertNode(definition, { within: ref, index: index + 1 }, twin))
    choose(twin.id)
  }
  const wrap = (kind: Branch['kind']) =>
    edit(insertBranch(definition, spotOf(definition, node.id), blankBranch(kind, branchNames(kind), newNodeId), 1))
  return (
    <ul className="max-wide:rounded-card max-wide:bg-card max-wide:p-1">
      {up && <Item icon={ArrowUp} label={t('上移')} onPress={close(() => edit(moveNode(definition, node.id, up)))} />}
      {down && <Item icon={ArrowDown} label={t('下移')} onPress={close(() => edit(moveNode(definition, node.id, down)))} />}
      <Item
        icon={Files}
        label={t('复制')}
        text={t('在任意“+”处粘贴')}
        onPress={close(() => {
          copy(node)
          toast(t('已复制，可在任意“+”处粘贴'))
        })}
      />
      <Item icon={CopyPlus} label={t('在下方再放一份')} onPress={close(double)} />
      {branchKinds.map((kind) => (
        <Item
          key={kind}
          icon={nodeLooks[kind].icon}
          label={t('放进{kind}', { kind: t(nodeLooks[kind].title) })}
          onPress={close(() => wrap(kind))}
        />
      ))}
      <Item icon={Trash2} label={t('删除')} danger onPress={close(() => void remove(node.id))} />
    </ul>
  )
}

/** Takes a node away; asks where others go with it. */
export const useRemoveNode = (): ((id: string) => Promise<void>) => {
  const { definition, edit, choose } = useDesign()
  return async (id) => {
    if (!edit) return
    const node = nodeOf(definition, id)
    const inside = within([node]).length - 1
    if (
      inside > 0 &&
      !(await confirm({
        title: t('删除“{node}”？', { node: t(node.name) }),
        text: t('分支中的{count}个环节会一起删除。', { count: inside }),
        yes: t('删除'),
        danger: true,
      }))
    )
      return
    edit(removeNode(definition, id))
    choose(undefined)
  }
}

const Item = ({
  icon: Icon,
  label,
  text,
  danger,
  onPress,
}: {
  icon: LucideIcon
  label: string
  text?: string
  danger?: boolean
  onPress: () => void
}) => (
  <li>
    <button
      type="button"
      onClick={onPress}
      className={`pressable flex min-h-10 w-full items-center gap-2.5 rounded-control px-2.5 py-1.5 text-left text-body max-wide:min-h-12 ${danger ? 'text-bad' : ''}`}
    >
      <Icon size={17} className={danger ? '' : 'text-quiet'} aria-hidden />
      <span className="flex-1">{label}</span>
      {text && <span className="text-small text-faint">{text}</span>}
    </button>
  </li>
)

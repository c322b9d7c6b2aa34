import { keysOf } from '../../kernel/keysOf.ts'
import * as v from 'valibot'
import { byId, counterInput, idInput, nothing, operation, type Operation } from '../operations/define.ts'

/**
 * The net disk. A space belongs to a person, a department, the organisation, or to a record. The space and its top
 * folder have the id of the owner: a person's uid, an asset's id. The top folder is created on the first request.
 */
export const spaceKinds = { person: '我的文件', department: '部门文件', organisation: '公司文件', subject: '档案文件' } as const
export type SpaceKind = keyof typeof spaceKinds
export const subjectNouns = ['asset', 'consumable', 'supplier', 'document'] as const
export type SubjectNoun = (typeof subjectNouns)[number]

/** What a person may do with a node now; who may write may also share. */
export const diskRights = { read: '可查看', write: '可编辑' } as const
export type DiskRight = keyof typeof diskRights
const right = v.picklist(keysOf(diskRights))

/** How the screen can show a file, by what its bytes are. `archive`: its entries are listed and never unpacked. */
export const previews = ['picture', 'pdf', 'text', 'table', 'docx', 'audio', 'video', 'archive'] as const
export type Preview = (typeof previews)[number]

const nodeFields = {
  id: v.string(),
  /** The folder that it lies in; null for the folder at the top of a space. */
  parentId: v.nullable(v.string()),
  spaceId: v.string(),
  name: v.string(),
  kind: v.picklist(['folder', 'file']),
  /** Null for a folder. */
  sizeBytes: v.nullable(v.number()),
  mime: v.nullable(v.string()),
  preview: v.nullable(v.picklist(previews)),
  /** True where `contentAddress(node, { small: true })` shows a small picture. */
  thumbnail: v.boolean(),
  versionNo: v.number(),
  changedAt: v.string(),
  changedBy: v.nullable(v.string()),
  /** True where it has shares of its own. */
  shared: v.boolean(),
  right,
  /** When it was thrown away; only in the bin. */
  trashedAt: v.nullable(v.string()),
}
const node = v.object(nodeFields)
export type DiskNode = v.InferOutput<typeof node>

const space = v.object({
  /** Also the id of its top folder. */
  id: v.string(),
  kind: v.picklist(keysOf(spaceKinds)),
  /** Of a subject: what it is. */
  noun: v.nullable(v.picklist(subjectNouns)),
  /** The department's, the organisation's or the record's name, or that of the person who left and named the caller to take over; one's own space has none. */
  name: v.nullable(v.string()),
  right,
  /** Null: only what the organisation may take altogether. */
  quotaBytes: v.nullable(v.number()),
  /** All of it, `versionBytes` (older versions) and `trashBytes` (the bin) included. */
  usedBytes: v.number(),
  versionBytes: v.number(),
  trashBytes: v.number(),
  /** What uploads under way have reserved besides. */
  reservedBytes: v.number(),
})
export type DiskSpace = v.InferOutput<typeof space>

const name = v.pipe(v.string('请填写名称'), v.maxLength(1000, '名称太长'))
const ids = v.pipe(v.array(idInput, '应为编号列表'), v.minLength(1, '请至少选择一项'), v.maxLength(200, '最多{max}项'))
const idsOf = v.strictObject({ ids })

/** What becomes of a file whose name is taken: a new version of the one that is there, a name with a number, or a word that it is taken. */
export const sameNames = ['version', 'number', 'refuse'] as const
const same = v.optional(v.picklist(sameNames), 'number')

const partInput = {
  pageSize: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(500))),
  /** `next` of the part before, asked for with the same words. */
  after: v.optional(v.pipe(v.string(), v.maxLength(1000))),
}
const partOf = <R extends v.GenericSchema>(row: R) => v.object({ list: v.array(row), next: v.nullable(v.string()) })

const pathOf = (noun: string, verb: string) => `/api/netdisk/${noun}/${verb}`
const changes = ['netdisk']

/** One's own space, those of people who left and named the caller to take over, those of one's departments and of the departments above them, the organisation's; with what may be set for all. */
export const diskSpaceList = operation({
  name: 'netdiskspace.list',
  path: pathOf('netdiskspace', 'list'),
  title: '网盘空间',
  access: 'signed-in',
  input: nothing,
  output: v.object({
    list: v.array(space),
    /** Links for people without an account may be made. */
    linksAllowed: v.boolean(),
    /** Of the person's own department spaces etc.: what the whole organisation has and may take; null: any number of bytes. */
    organisation: v.object({ usedBytes: v.number(), limitBytes: v.nullable(v.number()) }),
  }),
  reads: true,
})

/** One space by the id of its owner, with its number of files: shown on the card of a record. */
export const diskSpaceInfo = operation({
  name: 'netdiskspace.info',
  path: pathOf('netdiskspace', 'info'),
  title: '网盘空间信息',
  access: 'signed-in',
  input: byId,
  output: v.object({ space, files: v.number() }),
  reads: true,
})

/** Sets what a space may take, or whether links may be made; the person who manages the net disk. */
export const diskSpaceUpdate = operation({
  name: 'netdiskspace.update',
  path: pathOf('netdiskspace', 'update'),
  title: '设置网盘',
  access: ['netdisk:manage'],
  input: v.strictObject({
    id: v.optional(idInput),
    /** Null: as everyone else has it. */
    quotaBytes: v.optional(v.nullable(v.pipe(v.number('应为整数'), v.integer('应为整数'), v.minValue(0), v.maxValue(2 ** 50)))),
    linksAllowed: v.optional(v.boolean()),
  }),
  output: v.object({ id: v.nullable(v.string()) }),
  changes,
})

/**
 * What lies in a folder, folders first; `view` `shared`: what others share with the caller, newest first; `trash`: what was thrown away in
 * the space of which `id` is the top folder, newest first.
 */
export const diskNodeList = operation({
  name: 'netdisknode.list',
  path: pathOf('netdisknode', 'list'),
  title: '网盘文件列表',
  access: 'signed-in',
  input: v.strictObject({
    /** `shared`: what others share with the caller; `given`: what he shares with others. */
    view: v.optional(v.picklist(['folder', 'shared', 'given', 'trash']), 'folder'),
    /** The folder; not needed for `shared` and `given`. */
    id: v.optional(idInput),
    sort: v.optional(v.picklist(['name', 'changed', 'size']), 'name'),
    descending: v.optional(v.boolean(), false),
    ...partInput,
  }),
  output: partOf(node),
  reads: true,
})

/** One node with the way to it: from the top folder, or from where the caller's rights begin, down to the folder that it lies in. */
export const diskNodeInfo = operation({
  name: 'netdisknode.info',
  path: pathOf('netdisknode', 'info'),
  title: '网盘文件信息',
  access: 'signed-in',
  input: byId,
  output: v.object({ node, space, way: v.array(v.object({ id: v.string(), name: v.string() })) }),
  reads: true,
})

/** Finds by a part of the name, also by pinyin and its initials, in all that the caller may read, or below one folder. */
export const diskSearch = operation({
  name: 'netdisknode.search',
  path: pathOf('netdisknode', 'search'),
  title: '搜索网盘',
  access: 'signed-in',
  input: v.strictObject({
    words: v.pipe(v.string(), v.trim(), v.minLength(1, '请输入要找的内容'), v.maxLength(100)),
    id: v.optional(idInput),
  }),
  /** The 100 newest; `where` is the way to it in words. */
  output: v.object({ list: v.array(v.object({ ...nodeFields, where: v.string() })), more: v.boolean() }),
  reads: true,
})

const folderInput = v.strictObject({ parentId: idInput, name, same: v.optional(v.picklist(['number', 'refuse', 'open']), 'refuse') })

/** Makes a folder; `same` `open` answers the one that is there. */
export const diskFolder = operation({
  name: 'netdisknode.folder',
  path: pathOf('netdisknode', 'folder'),
  title: '新建文件夹',
  access: 'signed-in',
  input: folderInput,
  output: node,
  changes,
})

export const diskRename = operation({
  name: 'netdisknode.rename',
  path: pathOf('netdisknode', 'rename'),
  title: '重命名',
  access: 'signed-in',
  input: v.strictObject({ id: idInput, name }),
  output: node,
  changes,
})

/** Moves into another folder, all or none; what is called the same there gets a number. */
export const diskMove = operation({
  name: 'netdisknode.move',
  path: pathOf('netdisknode', 'move'),
  title: '移动文件',
  access: 'signed-in',
  input: v.strictObject({ ids, parentId: idInput }),
  output: v.object({ ids: v.array(v.string()) }),
  changes,
})

/** Copies with everything below; the bytes are stored once. Answers the ids of the copies. */
export const diskCopy = operation({
  name: 'netdisknode.copy',
  path: pathOf('netdisknode', 'copy'),
  title: '复制文件',
  access: 'signed-in',
  input: v.strictObject({ ids, parentId: idInput }),
  output: v.object({ ids: v.array(v.string()) }),
  changes,
})

/** Throws into the bin of the space, from where it comes back for 30 days. */
export const diskDelete = operation({
  name: 'netdisknode.delete',
  path: pathOf('netdisknode', 'delete'),
  title: '删除文件',
  access: 'signed-in',
  input: idsOf,
  output: v.object({ ids: v.array(v.string()) }),
  changes,
})

/** Brings back from the bin to where it was, or to the top folder where that is gone. */
export const diskRestore = operation({
  name: 'netdisknode.restore',
  path: pathOf('netdisknode', 'restore'),
  title: '从回收站恢复',
  access: 'signed-in',
  input: idsOf,
  output: v.object({ ids: v.array(v.string()) }),
  changes,
})

/** Takes out of the bin for good; without `ids` everything in the bin of the space. */
export const diskPurge = operation({
  name: 'netdisknode.purge',
  path: pathOf('netdisknode', 'purge'),
  title: '彻底删除',
  access: 'signed-in',
  input: v.strictObject({ ids: v.optional(ids), spaceId: v.optional(idInput) }),
  output: v.object({ purged: v.number() }),
  changes,
})

const version = v.object({
  no: v.number(),
  sizeBytes: v.number(),
  at: v.string(),
  userName: v.nullable(v.string()),
  note: v.nullable(v.string()),
  current: v.boolean(),
})
export type DiskVersion = v.InferOutput<typeof version>

/** The versions of a file, newest first: the last 20 of the last 180 days. */
export const diskVersions = operation({
  name: 'netdisknode.versions',
  path: pathOf('netdisknode', 'versions'),
  title: '文件版本',
  access: 'signed-in',
  input: byId,
  output: v.object({ list: v.array(version) }),
  reads: true,
})

/** Makes an old version the newest one. */
export const diskRestoreVersion = operation({
  name: 'netdisknode.restoreVersion',
  path: pathOf('netdisknode', 'restoreVersion'),
  title: '恢复文件版本',
  access: 'signed-in',
  input: v.strictObject({ id: idInput, no: counterInput(1) }),
  output: node,
  changes,
})

/** What a zip of these would hold; refuses in words what is too much. The zip itself is fetched at `zipAddress(ids)`. */
export const diskZip = operation({
  name: 'netdisknode.zip',
  path: pathOf('netdisknode', 'zip'),
  title: '打包下载',
  access: 'signed-in',
  input: idsOf,
  output: v.object({ files: v.number(), sizeBytes: v.number() }),
  reads: true,
})

const preview = v.variant('kind', [
  v.object({ kind: v.literal('text'), text: v.string(), more: v.boolean() }),
  v.object({
    kind: v.literal('table'),
    sheets: v.array(v.object({ name: v.string(), rows: v.array(v.array(v.string())), more: v.boolean() })),
  }),
  v.object({
    kind: v.literal('archive'),
    entries: v.array(v.object({ name: v.string(), sizeBytes: v.nullable(v.number()) })),
    more: v.boolean(),
  }),
])
export type PreviewData = v.InferOutput<typeof preview>

/** What the server reads of a text, a table or an archive; the other kinds are fetched as they are and drawn by the screen. */
export const diskPreview = operation({
  name: 'netdisknode.preview',
  path: pathOf('netdisknode', 'preview'),
  title: '预览文件',
  access: 'signed-in',
  input: v.strictObject({ id: idInput, version: v.optional(counterInput(1)) }),
  output: preview,
  reads: true,
})

export const shareTargets = { person: '人员', department: '部门', chat: '聊天', link: '链接' } as const
export type ShareTarget = keyof typeof shareTargets
const share = v.object({
  id: v.string(),
  to: v.picklist(keysOf(shareTargets)),
  /** The person, department or conversation; null for a link. */
  toId: v.nullable(v.string()),
  toName: v.nullable(v.string()),
  right,
  /** Of a link: whether a code is asked for, when it ends, how often it opened. */
  hasCode: v.boolean(),
  until: v.nullable(v.string()),
  opened: v.number(),
  openedAtMost: v.nullable(v.number()),
  by: v.nullable(v.string()),
  at: v.string(),
})
export type DiskShare = v.InferOutput<typeof share>

/** The shares of a node, and those of the folders above it that reach it. */
export const diskShareList = operation({
  name: 'netdiskshare.list',
  path: pathOf('netdiskshare', 'list'),
  title: '共享列表',
  access: 'signed-in',
  input: byId,
  output: v.object({ list: v.array(share), inherited: v.array(v.object({ ...share.entries, nodeId: v.string(), nodeName: v.string() })) }),
  reads: true,
})

/**
 * Shares a node with people, departments or conversations, or makes a link; who has it already gets the new right. A link only reads; its
 * token is told once.
 */
export const diskShareSave = operation({
  name: 'netdiskshare.save',
  path: pathOf('netdiskshare', 'save'),
  title: '共享文件',
  access: 'signed-in',
  input: v.strictObject({
    nodeId: idInput,
    to: v.picklist(keysOf(shareTargets)),
    toIds: v.optional(v.pipe(v.array(idInput), v.maxLength(100, '最多{max}项'))),
    right: v.optional(right, 'read'),
    /** Of a link: 4 to 12 letters or digits that have to be entered. */
    code: v.optional(v.nullable(v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{4,12}$/, '提取码应为4至12位字母或数字')))),
    /** The last day on which it opens, `2026-12-31`. */
    until: v.optional(v.nullable(v.pipe(v.string(), v.isoDate('日期有误')))),
    openedAtMost: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)))),
  }),
  output: v.object({
    ids: v.array(v.string()),
    /** Of a link that was just made: what opens it, told once. The screen that shows links takes it as `token`. */ token: v.nullable(
      v.string(),
    ),
  }),
  secrets: ['code', 'token'],
  changes: ['netdisk', 'msgmessage'],
})

export const diskShareDelete = operation({
  name: 'netdiskshare.delete',
  withoutLicence: true,
  path: pathOf('netdiskshare', 'delete'),
  title: '取消共享',
  access: 'signed-in',
  input: byId,
  output: v.object({ id: v.string() }),
  changes,
})

const linkNode = v.object({
  id: v.string(),
  name: v.string(),
  kind: v.picklist(['folder', 'file']),
  sizeBytes: v.nullable(v.number()),
  mime: v.nullable(v.string()),
  preview: v.nullable(v.picklist(previews)),
  thumbnail: v.boolean(),
  changedAt: v.string(),
})
export type LinkNode = v.InferOutput<typeof linkNode>

/**
 * What a link shows to the person who has it, without signing in. Where a code is asked for and none or a wrong one came, `needsCode` is true and
 * nothing else is said. `pass` opens the contents: `linkAddress(token, pass, node)`.
 */
export const diskLinkOpen = operation({
  name: 'netdisklink.open',
  path: pathOf('netdisklink', 'open'),
  title: '打开共享链接',
  access: 'public',
  input: v.strictObject({
    token: v.pipe(v.string(), v.maxLength(100)),
    code: v.optional(v.pipe(v.string(), v.maxLength(50))),
    /** What an earlier answer gave: looking on is then no opening anew and needs no code. */
    pass: v.optional(v.pipe(v.string(), v.maxLength(100))),
    /** A folder below the one that is shared. */
    folderId: v.optional(idInput),
    ...partInput,
    after: v.optional(idInput),
  }),
  output: v.object({
    needsCode: v.boolean(),
    pass: v.nullable(v.string()),
    node: v.nullable(linkNode),
    organisation: v.nullable(v.string()),
    by: v.nullable(v.string()),
    until: v.nullable(v.string()),
    /** From the shared folder down to the one shown. */
    way: v.array(v.object({ id: v.string(), name: v.string() })),
    list: v.array(linkNode),
    next: v.nullable(v.string()),
  }),
  secrets: ['token', 'code', 'pass'],
  reads: false,
  changes: [],
})

/** What the server reads of a text, a table or an archive that a link shows; the person who has its pass. */
export const diskLinkPreview = operation({
  name: 'netdisklink.preview',
  path: pathOf('netdisklink', 'preview'),
  title: '预览共享文件',
  access: 'public',
  input: v.strictObject({
    token: v.pipe(v.string(), v.maxLength(100)),
    pass: v.pipe(v.string(), v.maxLength(100)),
    id: idInput,
  }),
  output: preview,
  secrets: ['token', 'pass'],
  reads: true,
})

const upload = v.object({
  /** Named by the client. */
  id: v.string(),
  parentId: v.string(),
  name: v.string(),
  sizeBytes: v.number(),
  /** All parts have this size but the last one; they are numbered from 1. */
  partBytes: v.number(),
  /** The parts that are there. */
  parts: v.array(v.number()),
  state: v.picklist(['open', 'done']),
  /** What it became. */
  nodeId: v.nullable(v.string()),
  /** When it is given up if nothing comes any more. */
  until: v.string(),
})
export type DiskUpload = v.InferOutput<typeof upload>

/**
 * Begins an upload, or goes on with it: the same `id` with the same words answers what is there. Reserves its size. Then each part is PUT to
 * `partAddress(id, no)`, three at a time, and `finish` asked for. A lost answer is no harm: send it again.
 */
export const diskUploadOpen = operation({
  name: 'netdiskupload.open',
  path: pathOf('netdiskupload', 'open'),
  title: '开始上传',
  access: 'signed-in',
  input: v.strictObject({
    id: idInput,
    parentId: idInput,
    name,
    sizeBytes: v.pipe(v.number('应为整数'), v.integer('应为整数'), v.minValue(0), v.maxValue(5 * 2 ** 40)),
    same,
  }),
  output: upload,
  changes: ['netdiskupload', 'netdiskspace'],
})

/**
 * Makes a node of what came. `missing`: parts that are to be sent (again) first; then nothing was done. Asked twice it answers the same.
 */
export const diskUploadFinish = operation({
  name: 'netdiskupload.finish',
  path: pathOf('netdiskupload', 'finish'),
  title: '完成上传',
  access: 'signed-in',
  input: byId,
  output: v.object({ missing: v.array(v.number()), node: v.nullable(node) }),
  changes,
})

/** Gives an upload up and frees what it reserved. */
export const diskUploadCancel = operation({
  name: 'netdiskupload.cancel',
  path: pathOf('netdiskupload', 'cancel'),
  title: '取消上传',
  access: 'signed-in',
  input: byId,
  output: v.object({ id: v.string() }),
  changes: ['netdiskupload', 'netdiskspace'],
})

/** The caller's uploads that are not finished, newest first. */
export const diskUploadList = operation({
  name: 'netdiskupload.list',
  path: pathOf('netdiskupload', 'list'),
  title: '未完成的上传',
  access: 'signed-in',
  input: nothing,
  output: v.object({ list: v.array(upload) }),
  reads: true,
})

/**
 * Where a part is PUT: its raw bytes as `application/octet-stream`, with the session's token as in every call. `x-part-sha256` (hex) where
 * the page can compute it. Answers `{ code: 0, result: { no, sha256 } }`. A part that is there already is harmless; other bytes under the
 * number of one that is there are refused.
 */
export const partAddress = (id: string, no: number): string => `/api/netdisk/netdiskupload/part/${id}/${no}`

/**
 * Where the bytes of a file are fetched, by a link, `<img>`, `<video>` or fetch; with Range. `small`: its small picture; `download`: as an
 * attachment whatever it is. `versionNo` makes a new version a new address.
 */
export const contentAddress = (
  { id, versionNo }: Pick<DiskNode, 'id' | 'versionNo'>,
  { small = false, download = false }: { small?: boolean; download?: boolean } = {},
): string => `/files/disk/${id}?version=${versionNo}${small ? '&small' : ''}${download ? '&download' : ''}`

/** Where a zip of files and folders is fetched, by a link. */
export const zipAddress = (ids: readonly string[]): string => `/files/disk/zip?ids=${ids.join(',')}`

/** Where a link's file is fetched without signing in. */
export const linkAddress = (token: string, pass: string, { id }: Pick<LinkNode, 'id'>, { small = false, download = false } = {}): string =>
  `/files/disk/link/${token}/${id}?pass=${pass}${small ? '&small' : ''}${download ? '&download' : ''}`

export const netdiskOperations: readonly Operation[] = [
  diskSpaceList,
  diskSpaceInfo,
  diskSpaceUpdate,
  diskNodeList,
  diskNodeInfo,
  diskSearch,
  diskFolder,
  diskRename,
  diskMove,
  diskCopy,
  diskDelete,
  diskRestore,
  diskPurge,
  diskVersions,
  diskRestoreVersion,
  diskZip,
  diskPreview,
  diskShareList,
  diskShareSave,
  diskShareDelete,
  diskLinkOpen,
  diskLinkPreview,
  diskUploadOpen,
  diskUploadFinish,
  diskUploadCancel,
  diskUploadList,
]

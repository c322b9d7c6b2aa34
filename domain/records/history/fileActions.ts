/** What happens to a file in the folder of a record. */
export const fileActions = ['attach', 'revise', 'detach'] as const
export type FileAction = (typeof fileActions)[number]

export const isFileAction = (name: string): name is FileAction => fileActions.some((action) => action === name)

export const fileWords: Readonly<Record<FileAction, string>> = {
  attach: '文件夹添加了“{name}”',
  revise: '文件夹更新了“{name}”',
  detach: '文件夹移除了“{name}”',
}

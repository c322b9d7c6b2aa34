/** Where this device keeps that the side bar shows pictures alone. */
export const narrowKey = '_side_narrow'

/** Whether a key folds the side bar or opens it: Ctrl B, or `[` where no one is typing. */
export const foldsSide = ({
  key,
  ctrlKey,
  metaKey,
  altKey,
  target,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>): boolean => {
  if ((ctrlKey || metaKey) && !altKey) return key.toLowerCase() === 'b'
  const { isContentEditable = false, tagName = '' } = (target ?? {}) as Partial<HTMLElement>
  return key === '[' && !altKey && !isContentEditable && !/^(INPUT|TEXTAREA|SELECT)$/.test(tagName)
}

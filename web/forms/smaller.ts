const longestPx = 1920
const smallEnoughBytes = 400_000

/** A photo as large as a screen needs it, or as `mostPx` says; what is small already, or no photo, stays as it is. */
export const smaller = async (file: File, mostPx = longestPx): Promise<Blob> => {
  if (file.size <= smallEnoughBytes || !/^image\/(jpeg|png|webp)$/.test(file.type)) return file
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, mostPx / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))
  return blob && blob.size < file.size ? blob : file
}

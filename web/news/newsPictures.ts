/** The stored paths of a picture list, which is JSON text of {url} objects. */
export const newsPictures = (pic: string): string[] => {
  const pictures: { url?: string }[] = JSON.parse(pic)
  return pictures.flatMap(({ url }) => (url ? [url] : []))
}

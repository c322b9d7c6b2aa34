/** The stored paths of a picture list, which is JSON text of {url} objects. */
export const newsPictures = (pic: string): string[] => (JSON.parse(pic) as { url?: string }[]).flatMap(({ url }) => (url ? [url] : []))

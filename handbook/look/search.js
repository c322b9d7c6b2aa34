// Searches the questions and steps of the handbook: all words must stand in a topic.
const box = document.querySelector('search input')
const list = document.querySelector('search ul')
let topics

const find = async () => {
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean)
  list.hidden = words.length === 0
  if (words.length === 0) return
  topics ??= await (await fetch('search.json')).json()
  const found = topics.filter(({ title, text }) => words.every((word) => `${title} ${text}`.toLowerCase().includes(word))).slice(0, 12)
  const entries = found.map(({ page, title }) => {
    const link = document.createElement('a')
    link.href = page
    link.textContent = title
    link.addEventListener('click', () => (list.hidden = true))
    return link
  })
  if (entries.length === 0) entries.push(document.createTextNode(box.dataset.nothing))
  list.replaceChildren(
    ...entries.map((entry) => {
      const item = document.createElement('li')
      item.append(entry)
      return item
    }),
  )
}

box.addEventListener('input', () => void find())

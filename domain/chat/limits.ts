/** What a conversation takes at most. */
export const chatLimits = {
  /** People that a person adds to a group; those who follow the directory are as many as it has. */
  members: 500,
  textSigns: 5000,
  pictures: 9,
  /** A larger file goes on the net disk and into the conversation as a card. */
  fileBytes: 20 * 1024 * 1024,
  /** Speech in one message; the recorder stops then, and its last piece may be a little longer. */
  voiceSeconds: 60,
  voiceSlackMs: 1500,
  nameSigns: 40,
  noticeSigns: 2000,
  nicknameSigns: 20,
  /** What one person may send to one conversation: this many at once, and on as many in this time. */
  burstMessages: 20,
  burstSeconds: 10,
  /** Messages that are forwarded together, and to how many conversations. */
  forwarded: 20,
  forwardedTo: 9,
  /** How many messages one answer has: as a page, and at most. */
  pageMessages: 50,
  answerMessages: 200,
  /** Conversations that one answer of the list has. */
  answerChats: 500,
  /** Signs of a message that the list of conversations shows. */
  briefSigns: 60,
} as const

/** How long the author of a recalled text may take it up again on the device that wrote it. */
export const rewriteMinutes = 10

/** How long a sender may take a message back, where the group says nothing else; owners and administrators of a group always may. */
export const recallMinutesUsual = 2
export const recallMinutesAtMost = 24 * 60

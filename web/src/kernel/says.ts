/** Replaces all synonyms for creating something by one word. */
const plainly = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('·', '')
    .replaceAll(/新增|新建|添加|录入|登记|增加|创建/g, '添加')

/** Whether a text contains the keyword; ignores case, the dot of a plate, and which synonym for creating is used. */
export const says = (text: string, keyword: string): boolean => {
  const bare = keyword.toLowerCase().replaceAll('·', '')
  return text.toLowerCase().replaceAll('·', '').includes(bare) || plainly(text).includes(plainly(keyword))
}

/** Limits: characters of a tag, and tags of a vehicle. */
export const MAX_TAG = 10
export const MAX_TAGS = 10

/** Tags typed in one line, for example 新车、网约，展车; duplicates are removed. */
export const readTags = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,，、;；\s]+/)
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
]

/** Message for invalid tags; null when they are valid. */
export function tagsProblem(tags: readonly string[]): string | null {
  if (tags.length > MAX_TAGS) return `标签最多${MAX_TAGS}个`
  return tags.some((tag) => [...tag].length > MAX_TAG) ? `每个标签不能超过${MAX_TAG}字` : null
}

/** Short mark of a text, to recognise it again without storing it. FNV-1a: 32 bits tell little of a long text. */
export function markOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

type Child = Node | string

/** An element with its attributes and children; text is never read as HTML. */
export function h<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[T] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}

export const code = (text: string): HTMLElement => h('pre', { tabindex: '0' }, h('code', {}, text))

/** The paragraphs, headings and lists of the introduction, whose only marks are `##`, `-` and backticks. */
export function prose(text: string): Node[] {
  return text.split('\n\n').flatMap((block) => {
    const [first = '', ...rest] = block.split('\n')
    if (first.startsWith('## ')) return [h('h2', {}, first.slice(3)), ...prose(rest.join('\n'))]
    if (first.startsWith('- '))
      return [h('ul', {}, ...block.split('\n').map((line) => h('li', {}, ...spans(line.slice(2)))))]
    return block === '' ? [] : [h('p', {}, ...spans(block))]
  })
}

const spans = (text: string): Child[] => text.split('`').map((part, i) => (i % 2 === 0 ? part : h('code', {}, part)))

import type { Plugin } from 'vite'
import { iconPaths } from '../ui/icon-paths.ts'

/**
 * Inserts the drawings of all icons into the page, where `Icon` refers to them, so that no script contains them
 * (decision 34).
 */
export function iconSprite(): Plugin {
  const drawings = Object.entries(iconPaths).map(([name, d]) => `<path id="icon-${name}" d="${d}"/>`)
  return {
    name: 'icon-sprite',
    transformIndexHtml: () => [
      {
        tag: 'svg',
        attrs: { class: 'icon-sprite', width: '0', height: '0', 'aria-hidden': 'true' },
        children: `<defs>${drawings.join('')}</defs>`,
        injectTo: 'body-prepend',
      },
    ],
  }
}

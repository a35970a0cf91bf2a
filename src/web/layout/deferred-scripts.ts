// Scripts are loaded after the first paint, so that until then the connection is used for visible content.

const templateId = 'deferred-scripts'

/** Inserts the deferred scripts after the first paint; at once in a hidden tab, which is not painted, or in a browser that reports no paints; after 3 s at the latest. */
export const loadDeferredScripts = `(()=>{const go=()=>{const template=document.getElementById('${templateId}');template?.replaceWith(template.content)};const Observer=window.PerformanceObserver;if(document.hidden||!Observer?.supportedEntryTypes?.includes('paint'))go();else{new Observer(go).observe({type:'paint',buffered:true});setTimeout(go,3000)}})()`

/** Moves the page's module and its preloads into a template, where browsers do not fetch them. */
export function deferScripts(html: string): string {
  const imports: string[] = []
  return html
    .replaceAll(/<link rel="modulepreload"[^<>]*>/g, (link) => {
      imports.push(link)
      return ''
    })
    .replace(
      /<script[^<>]* type="module"[^<>]*>.*?<\/script>/s,
      (module) => `<template id="${templateId}">${imports.join('')}${module}</template>`,
    )
}

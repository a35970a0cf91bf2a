// A page is painted first and gets its scripts then: until the first paint the line belongs to what shows.

const laidAside = 'scripts-aside'

/** Puts the scripts in their place. A page nobody looks at yet is not painted, and does not wait; nor does one whose browser never reports a paint. */
export const fetchScripts = `(()=>{const go=()=>{const aside=document.getElementById('${laidAside}');aside?.replaceWith(aside.content)};const Observer=window.PerformanceObserver;if(document.hidden||!Observer?.supportedEntryTypes?.includes('paint'))go();else{new Observer(go).observe({type:'paint',buffered:true});setTimeout(go,3000)}})()`

/** Lays the page's module and what it imports into a template, where browsers do not fetch them. */
export function layScriptsAside(html: string): string {
  const imports: string[] = []
  return html
    .replaceAll(/<link rel="modulepreload"[^<>]*>/g, (link) => {
      imports.push(link)
      return ''
    })
    .replace(
      /<script[^<>]* type="module"[^<>]*>.*?<\/script>/s,
      (module) => `<template id="${laidAside}">${imports.join('')}${module}</template>`,
    )
}

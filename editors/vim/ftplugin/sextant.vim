" Settings of buffers with models of Sextant.
if exists("b:did_ftplugin")
  finish
endif
let b:did_ftplugin = 1

setlocal commentstring=#\ %s comments=:#
setlocal expandtab shiftwidth=2 softtabstop=2
setlocal formatoptions-=t formatoptions+=croql
if executable("sextant")
  setlocal formatprg=sextant\ fmt\ -
endif

let b:undo_ftplugin = "setlocal commentstring< comments< expandtab< shiftwidth< softtabstop< formatoptions< formatprg<"

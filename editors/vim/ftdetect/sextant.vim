autocmd BufNewFile,BufRead *.sxt setfiletype sextant

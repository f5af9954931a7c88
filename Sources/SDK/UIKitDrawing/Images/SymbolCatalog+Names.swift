extension SymbolCatalog {
  /// The names of the platform's symbols as of iOS 17, sorted; each word begins with the number of
  /// characters, in base 36, that it shares with the previous name.
  static let text = """
    00.circle 8.ar 9fill d.ar ehi 9hi 2square 8.ar 9fill d.ar ehi 9hi 10.circle 9.ar afill e.ar fhi ahi
    3square 9.ar afill e.ar fhi ahi 11.circle 9.ar afill e.ar fhi ahi 3square 9.ar afill e.ar fhi ahi
    12.circle 9.ar afill e.ar fhi ahi 3square 9.ar afill e.ar fhi ahi 13.circle 9.ar afill e.ar fhi ahi
    3square 9.ar afill e.ar fhi ahi 14.circle 9.ar afill e.ar fhi ahi 3square 9.ar afill e.ar fhi ahi
    15.circle 9.ar afill e.ar fhi ahi 3square 9.ar afill e.ar fhi ahi 16.circle 9.ar afill e.ar fhi ahi
    3square 9.ar afill e.ar fhi ahi 17.circle 9.ar afill e.ar fhi ahi 3square 9.ar afill e.ar fhi ahi
    18.circle 9.ar afill e.ar fhi ahi 3square 9.ar afill e.ar fhi ahi 19.circle 9.ar afill e.ar fhi ahi
    3square 9.ar afill e.ar fhi ahi 01.brakesignal 2circle 8.ar 9fill d.ar ehi 9hi 2lane 6.ar 7hi
    2magnifyingglass h.ar ihi 2square 8.ar 9fill d.ar ehi 9hi 10.circle 9.ar afill e.ar fhi ahi 3lane 7.ar
    8hi 3square 9.ar afill e.ar fhi ahi 11.circle 9.ar afill e.ar fhi ahi 3lane 7.ar 8hi 3square 9.ar afill
    e.ar fhi ahi 12.circle 9.ar afill e.ar fhi ahi 3lane 7.ar 8hi 3square 9.ar afill e.ar fhi ahi
    23.rectangle d.ar efill i.ar jhi ehi 13.circle 9.ar afill e.ar fhi ahi 3square 9.ar afill e.ar fhi ahi
    14.circle 9.ar afill e.ar fhi ahi 3square 9.ar afill e.ar fhi ahi 15.circle 9.ar afill e.ar fhi ahi
    3square 9.ar afill e.ar fhi ahi 16.circle 9.ar afill e.ar fhi ahi 3square 9.ar afill e.ar fhi ahi
    17.circle 9.ar afill e.ar fhi ahi 3square 9.ar afill e.ar fhi ahi 18.circle 9.ar afill e.ar fhi ahi
    3square 9.ar afill e.ar fhi ahi 19.circle 9.ar afill e.ar fhi ahi 3square 9.ar afill e.ar fhi ahi
    02.brakesignal 2circle 8.ar 9fill d.ar ehi 9hi 2lane 6.ar 7hi 2square 8.ar 9fill d.ar ehi 9hi 10.circle
    9.ar afill e.ar fhi ahi 3square 9.ar afill e.ar fhi ahi 224 11.circle 9.ar afill e.ar fhi ahi 3square
    9.ar afill e.ar fhi ahi 12.circle 9.ar afill e.ar fhi ahi 3square 9.ar afill e.ar fhi ahi 13.circle 9.ar
    afill e.ar fhi ahi 3square 9.ar afill e.ar fhi ahi 14.circle 9.ar afill e.ar fhi ahi 3square 9.ar afill
    e.ar fhi ahi 15.circle 9.ar afill e.ar fhi ahi 3square 9.ar afill e.ar fhi ahi 16 2.circle 9.ar afill
    e.ar fhi ahi 3square 9.ar afill e.ar fhi ahi 17.circle 9.ar afill e.ar fhi ahi 3square 9.ar afill e.ar
    fhi ahi 18.circle 9.ar afill e.ar fhi ahi 3square 9.ar afill e.ar fhi ahi 19.circle 9.ar afill e.ar fhi
    ahi 3square 9.ar afill e.ar fhi ahi 1h 2.circle 9.fill 03.circle 8.ar 9fill d.ar ehi 9hi 2lane 6.ar 7hi
    2square 8.ar 9fill d.ar ehi 9hi 10.circle 9.ar afill e.ar fhi ahi 3square 9.ar afill e.ar fhi ahi
    11.circle 9.ar afill e.ar fhi ahi 3square 9.ar afill e.ar fhi ahi 12.circle 9.ar afill e.ar fhi ahi
    3square 9.ar afill e.ar fhi ahi 13.circle 9.ar afill e.ar fhi ahi 3square 9.ar afill e.ar fhi ahi
    14.circle 9.ar afill e.ar fhi ahi 3square 9.ar afill e.ar fhi ahi 15.circle 9.ar afill e.ar fhi ahi
    3square 9.ar afill e.ar fhi ahi 16.circle 9.ar afill e.ar fhi ahi 3square 9.ar afill e.ar fhi ahi
    17.circle 9.ar afill e.ar fhi ahi 3square 9.ar afill e.ar fhi ahi 18.circle 9.ar afill e.ar fhi ahi
    3square 9.ar afill e.ar fhi ahi 19.circle 9.ar afill e.ar fhi ahi 3square 9.ar afill e.ar fhi ahi
    04.alt.circle c.fill 6square c.fill 2circle 8.ar 9fill d.ar ehi 9hi 2lane 6.ar 7hi 2square 8.ar 9fill
    d.ar ehi 9hi 10.circle 9.ar afill e.ar fhi ahi 3square 9.ar afill e.ar fhi ahi 11.circle 9.ar afill e.ar
    fhi ahi 3square 9.ar afill e.ar fhi ahi 12.circle 9.ar afill e.ar fhi ahi 3square 9.ar afill e.ar fhi
    ahi 13.circle 9.ar afill e.ar fhi ahi 3square 9.ar afill e.ar fhi ahi 14.circle 9.ar afill e.ar fhi ahi
    3square 9.ar afill e.ar fhi ahi 15.circle 9.ar afill e.ar fhi ahi 3square 9.ar afill e.ar fhi ahi
    16.circle 9.ar afill e.ar fhi ahi 3square 9.ar afill e.ar fhi ahi 17.circle 9.ar afill e.ar fhi ahi
    3square 9.ar afill e.ar fhi ahi 18.circle 9.ar afill e.ar fhi ahi 3square 9.ar afill e.ar fhi ahi
    19.circle 9.ar afill e.ar fhi ahi 3square 9.ar afill e.ar fhi ahi 1a 2.circle 9.fill 1h 2.circle 9.fill
    1k.tv 5.fill 1l 2.circle 9.fill 05.circle 8.ar 9fill d.ar ehi 9hi 2lane 6.ar 7hi 2square 8.ar 9fill d.ar
    ehi 9hi 10.circle 9.ar afill e.ar fhi ahi 3square 9.ar afill e.ar fhi ahi 06.alt.circle c.fill 6square
    c.fill 2circle 8.ar 9fill d.ar ehi 9hi 2lane 6.ar 7hi 2square 8.ar 9fill d.ar ehi 9hi 07.circle 8.ar
    9fill d.ar ehi 9hi 2lane 6.ar 7hi 2square 8.ar 9fill d.ar ehi 9hi 08.circle 8.ar 9fill d.ar ehi 9hi
    2lane 6.ar 7hi 2square 8.ar 9fill d.ar ehi 9hi 09.alt.circle c.fill 6square c.fill 2circle 8.ar 9fill
    d.ar ehi 9hi 2lane 6.ar 7hi 2square 8.ar 9fill d.ar ehi 9hi 0January 0Updated 0a 1.book.closed d.ar
    efill i.ar jhe ki jja jko jth jzh ehe fi eja eko eth ezh 2circle 8.fill 2magnify 2square 8.fill 1bc 2s
    3.brakesignal f.slash 4circle a.fill 1ccessibility d.badge.arrow.up.right efill
    1ir.conditioner.horizontal q.fill gvertical o.fill 4purifier c.fill 3plane 8.arrival 9circle f.fill
    9departure 6yaudio c.badge.exclamationmark dcircle j.fill 7video c.badge.exclamationmark dcircle j.fill
    4od.gen3.left cright 7left 7right 6pro.left aright 6s 7.chargingcase k.fill lwireless t.fill 8gen3
    c.chargingcase.wireless y.fill 7max 7pro a.chargingcase.wireless w.fill xradiowaves.left.and.right
    zdiowaves.left.and.right.fill 5rt.express atreme f.tower 3tag 6.fill 7radiowaves.forward p.fill u.rtl
    qrtl 1larm 5.fill 6waves.left.and.right q.fill 2ign.horizontal.center n.fill hleft l.fill hright m.fill
    6vertical.bottom l.fill fcenter l.fill ftop i.fill 2lergens 9.fill 2t 3ernatingcurrent 1mplifier 1ngle
    2t 3.circle a.fill 4fill 3enna.radiowaves.left.and.right x.circle zircle.fill yslash 1pp 3.badge
    9.checkmark j.fill afill 4connected.to.app.below.fill 4dashed 4fill 4gift 8.fill 3clip 3le.logo
    6terminal e.fill fon.rectangle r.fill 5logo 5pencil b.adapter.usb.c p.fill dnd.scribble cgen1 f2 ctip
    5script b.fill 5tv 7.fill 7remote.gen1 i.fill h2 i.fill h3 i.fill h4 i.fill 5watch a.and.arrow.forward
    s.rtl bcase.inset.filled bradiowaves.left.and.right bside.right clash bwatchface 3s.ipad 9.landscape
    7hone b.badge.plus clandscape l.rtl 3window.swipe.rectangle 1qi.high 4low 4medium 1rcade.stick
    c.and.arrow.down nleft r.and.arrow.right nright nup p.and.arrow.down dconsole k.fill 3hivebox a.circle
    h.fill bfill 2kit 5.badge.xmark 2row.2.circlepath i.circle p.fill 8squarepath 63.trianglepath 6backward
    e.circle l.fill fsquare l.fill fto.line m.circle t.fill nsquare t.fill 7ranch 6circlepath 7lockwise
    f.circle m.fill gheart l.fill gicloud m.fill gsquare m.fill 7ounterclockwise m.circle t.fill nicloud
    t.fill nsquare t.fill 6down a.and.line.horizontal.and.arrow.up cpp e.fill elewatch bbackward
    j.and.arrow.up.forward zrward.circle zrward.circle.fill zrward.square zrward.square.fill kcircle q.fill
    ksquare q.fill ktoptrailing.rectangle ztangle.fill bcircle h.dotted ifill bdoc e.fill bforward
    i.and.arrow.up.backward zkward.circle zkward.circle.fill zkward.square zkward.square.fill jcircle p.fill
    jsquare p.fill jtopleading.rectangle zngle.fill bheart g.fill bleft f.and.arrow.up.right y.circle
    zcircle.fill zsquare zsquare.fill hrrow.up.right u.circle zle.fill vsquare zre.fill gcircle m.fill
    gsquare m.fill gtopright.rectangle y.fill gvideo l.fill bmessage i.fill bright g.and.arrow.up.left
    y.circle zcircle.fill zsquare zsquare.fill hcircle n.fill hsquare n.fill htopleft.rectangle y.fill
    bsquare h.fill bto.line i.alt jcircle p.fill kompact jsquare p.fill 6forward d.circle k.fill esquare
    k.fill eto.line l.circle s.fill msquare s.fill 6left a.and.line.vertical.and.arrow.right fright k.circle
    r.fill lrighttriangle.left.righttriangle.right zleft.righttriangle.right.fill lsquare r.fill
    ltext.vertical crrow.right m.circle t.fill nsquare t.fill bcircle h.fill bsquare h.fill bto.line i.alt
    jcircle p.fill kompact jsquare p.fill 6merge 6rectanglepath 7ight b.and.line.vertical.and.arrow.left
    drrow.left m.circle t.fill nsquare t.fill ccircle i.fill cdoc.on.clipboard csquare i.fill cto.line j.alt
    kcircle q.fill lompact ksquare q.fill 6swap 6triangle.2.circlepath r.camera y.fill tircle y.fill
    sdoc.on.clipboard sicloud y.fill fbranch fcapsulepath fmerge fpull fswap fturn.up.right.circle z.fill
    tdiamond zd.fill 7urn.down.left gright bleft.down gup bright.down hup bup.forward.iphone s.fill eleft
    eright 6up 8.and.down h.and.arrow.left.and.right msparkles icircle o.fill
    irighttriangle.up.fill.righttriangle.down.fill zrighttriangle.down zrighttriangle.down.fill isquare
    o.fill itext.horizontal dline.horizontal.and.arrow.down dperson.rectangle.portrait uturn.left zright
    arrow.down j.circle q.fill ksquare q.fill 9backward h.and.arrow.down.forward zrward.circle
    zrward.circle.fill zrward.square zrward.square.fill ibottomtrailing.rectangle zctangle.fill icircle
    o.fill isquare o.fill ain c.fill 9circle f.badge.clock gfill 9doc c.fill don.clipboard 9forward
    g.and.arrow.down.backward zkward.circle zkward.circle.fill zkward.square zkward.square.fill ipp k.fill
    hbottomleading.rectangle zangle.fill hcircle n.fill hsquare n.fill 9heart e.fill 9left
    d.and.arrow.down.right y.circle zcircle.fill zsquare zsquare.fill
    idown.right.and.arrow.up.right.and.down.left tmagnifyingglass frrow.down.right u.circle zle.fill vsquare
    zre.fill ebottomright.rectangle z.fill ecircle k.fill esquare k.fill 9message g.fill 9right
    e.and.arrow.down.left y.circle zcircle.fill zrectangle zrectangle.fill zsquare zsquare.fill
    fbottomleft.rectangle z.fill fcircle l.fill fdiamond m.fill fsquare l.fill fvideo k.fill 9square f.fill
    9to.line g.alt hcircle n.fill iompact hsquare n.fill arash e.fill 7turn.backward k.circle
    r.badge.ellipsis sfill lsquare r.fill cdown g.circle n.fill hsquare n.fill cforward j.circle q.fill
    ksquare q.fill cleft g.circle n.badge.ellipsis ofill hsquare n.fill cright h.circle o.fill isquare
    o.fill cup e.circle l.fill fsquare l.fill 5keys 9.down.filled afill aleft.filled aright.filled
    aup.filled 5shape.backward j.circle q.fill kfill counce.forward p.fill iright n.fill bdown f.circle
    m.fill gfill bforward i.circle p.fill jfill bleft f.arrowshape.right w.fill gcircle m.fill gfill bright
    g.circle n.fill hfill bturn.up.backward r.2 t.circle ze.fill ufill sbadge.clock zlock.fill
    zlock.fill.rtl zlock.rtl scircle y.fill sfill jforward q.circle x.fill rfill jleft n.2 p.circle w.fill
    qfill ocircle u.fill ofill jright o.circle v.fill pfill bup d.circle k.fill efill bzigzag.forward p.fill
    iright n.fill 5triangle.backward m.circle t.fill nfill nsquare t.fill edown i.circle p.fill jfill
    jsquare p.fill eforward l.circle s.fill mfill msquare s.fill eleft
    i.and.line.vertical.and.arrowtriangle.right zl.and.arrowtriangle.right.fill jcircle p.fill jfill
    n.and.line.vertical.and.arrowtriangle.right.fill jsquare p.fill eright
    j.and.line.vertical.and.arrowtriangle.left zal.and.arrowtriangle.left.fill kcircle q.fill kfill
    o.and.line.vertical.and.arrowtriangle.left.fill ksquare q.fill eup g.arrowtriangle.down.window.left
    z.window.right hcircle n.fill hfill hsquare n.fill 1spectratio b.fill 2terisk 8.circle f.fill 1t
    2.badge.minus 9plus 3circle 9.fill 2om 1ustraliandollarsign k.arrow.circlepath lcircle r.fill lsquare
    r.fill 7sign b.arrow.circlepath ccircle i.fill csquare i.fill 2to.brakesignal 5headlight.high.beam
    o.fill flow.beam n.fill 4matic.brakesignal aheadlight.high.beam t.fill klow.beam s.fill 4startstop
    d.slash etrianglebadge.exclamationmark 1v.remote 9.fill 1xel.2 6.front.and.rear.engaged dengaged
    7rear.engaged 2le.2 6.driveshaft.disengaged 7front.and.rear.engaged ddisengaged dengaged
    7rear.disengaged cengaged clock 0b.circle 8.fill 2square 8.fill 1ackpack 8.circle f.fill 9fill 4ward
    8.circle f.fill 9end c.alt g.fill dcircle j.fill dfill 9fill arame e.fill 2dge.plus.radiowaves.forward
    mright 2g 3.badge.minus aplus aquestionmark m.ar 4circle a.fill 4fill 8.badge.minus fplus fquestionmark
    r.ar 2htsign 8.arrow.circlepath 9circle f.fill 9square f.fill 2lloon 7.2 9.fill 8fill 2ndage 7.fill
    3knote 8.fill 2rcode 7.viewfinder 3ometer 2seball 8.circle f.fill 9diamond.bases 9fill 3ket 6.fill 6ball
    a.circle h.fill bfill 2thtub 7.fill 3tery.0 9percent 8100 b.bolt g.rtl ccircle i.fill bpercent i.bolt
    n.rtl jcircle p.fill 825 apercent 850 apercent 875 apercent 7block c.fill dslash i.fill 1each.umbrella
    e.fill 3ts.earphones 6fit.pro d.chargingcase q.fill eleft eright 9pro c.chargingcase p.fill dleft dright
    6headphones 6powerbeats g.left hright g3 h.left iright gpro j.chargingcase w.fill kleft kright
    6studiobud.left gright fs g.chargingcase t.fill gplus k.chargingcase x.fill lleft lright 2d.double
    a.circle h.fill bfill 2ll 4.and.waveform h.fill ds.left.and.right t.fill 5badge a.circle h.fill bfill
    bslash g.fill l.rtl hrtl bwaveform j.fill 5circle b.fill 5fill 5slash a.circle h.fill bfill 6quare
    b.fill 1icycle 7.circle e.fill 2n.xmark 9.fill 3oculars a.circle h.fill bfill 2rd 4.circle b.fill 5fill
    3thday.cake d.fill 2tcoinsign b.arrow.circlepath ccircle i.fill csquare i.fill 1linds.horizontal.closed
    iopen 7vertical.closed gopen 1old 4.italic.underline 5underline 3t 4.badge.a c.fill cutomatic k.fill
    bcheckmark k.fill clock g.fill bxmark g.fill 7tteryblock h.fill 6rakesignal 5car 8.circle f.fill 9fill
    6ircle b.fill 5fill 9.batteryblock m.fill 5heart a.fill 6orizontal f.circle m.fill gfill gicloud m.fill
    5ring.closed 5shield b.fill 6lash a.circle h.fill bfill 6quare b.fill 5trianglebadge.exclamationmark
    y.fill 2njour 2ok 4.and.wrench f.fill 5circle b.fill 6losed b.circle i.fill cfill 5fill 5pages a.fill
    4mark 8.circle f.fill 9fill 9slash e.fill aquare f.fill 4s.vertical e.circle l.fill ffill 2x.truck
    9.badge.clock l.fill q.rtl mrtl afill 1rain 5.fill aed.head.profile 6head.profile i.fill 3kesignal
    b.dashed 3zilianrealsign h.arrow.circlepath icircle o.fill isquare o.fill 2iefcase 9.circle g.fill afill
    1ubble 6.circle d.fill 7fill 7left b.and.bubble.right s.fill gexclamationmark.bubble.right
    zble.right.fill gtext.bubble.right x.fill zill.rtl yrtl ccircle i.fill cfill 7middle.bottom k.fill etop
    h.fill 7right c.circle j.fill dfill 6s.and.sparkles k.fill 2ilding 8.2 a.crop.circle m.fill bfill
    9columns g.circle n.fill hfill 9fill 2rn 3st 5.fill 2s 3.doubledecker g.fill 4fill
    2tton.angledbottom.horizontal.left z.fill vright zt.fill dtop.vertical.left u.fill qright v.fill
    7horizontal h.fill itop.press r.fill 7programmable j.square q.fill 7roundedbottom.horizontal v.fill
    etop.horizontal s.fill 7vertical.left.press q.fill gright.press r.fill 0c.circle 8.fill 2square 8.fill
    1abinet 7.fill 3le.coaxial 8nnector f.horizontal gslash 5car 8.fill 2lendar 8.badge.checkmark o.rtl
    glock k.rtl fexclamationmark fminus fplus 9circle f.fill 9day.timeline.leading oft mright mtrailing
    2mera 6.aperture 7badge.clock i.fill dellipsis l.fill 7circle d.fill 7fill b.badge.ellipsis aters 7macro
    c.circle j.fill 8etering.center.weighted v.average gmatrix hultispot gnone gpartial gspot gunknown n.ar
    7on.rectangle j.fill 7rotate d.fill 7shutter.button l.fill 7viewfinder 2ndybarphone 2pslock 8.fill 4ule
    7.bottomhalf.filled 8fill 8inset.filled 8lefthalf.filled 8portrait g.bottomhalf.filled hfill
    hinset.filled hlefthalf.filled hrighthalf.filled htophalf.filled 8righthalf.filled 8tophalf.filled
    3tions.bubble f.fill 2r 3.2 5.fill 4circle a.fill 4ferry 9.fill 5ill 5ront.waves.down k.fill gup i.fill
    4rear 8.and.collision.road.lane w.slash dtire.marks n.slash 9fill 9road.lane i.dashed 9waves.up h.fill
    4side 8.air.circulate m.fill dfresh i.fill and.exclamationmark s.fill arrowtriangle.down r.fill nup
    p.arrowtriangle.down zngle.down.fill qfill 9fill aront.open j.fill 9hill.down i.fill eup g.fill 9lock
    d.fill eopen i.fill 9rear.and.collision.and.car.side.front z.side.front.slash
    iexclamationmark.and.car.side.front iwave.3.and.car.side.front eopen i.fill
    4top.door.front.left.and.front.right.and.rear.left.and.rear.right.open
    zight.and.rear.left.and.rear.right.open.fill zight.and.rear.left.open zight.and.rear.left.open.fill
    zight.and.rear.right.open zight.and.rear.right.open.fill zight.open zight.open.fill
    srear.left.and.rear.right.open zft.and.rear.right.open.fill zft.open zft.open.fill xright.open
    zght.open.fill oopen s.fill jright.and.rear.left.and.rear.right.open zeft.and.rear.right.open.fill
    zeft.open zeft.open.fill yright.open zight.open.fill popen t.fill drear.left.and.rear.right.open
    zht.open.fill nopen r.fill iright.open s.fill dsliding.left.open u.fill lright.open v.fill
    8frontleft.arrowtriangle v.fill dright.arrowtriangle w.fill 8lane.dashed.arrowtriangle.inward
    znward.fill kbadge.steeringwheel zheel.fill kdeparture.left y.fill uright z.fill 8radiowaves.front
    o.fill jrear n.fill oleft s.and.rear.right zar.right.fill tfill oright t.badge.exclamationmark
    z.exclamationmark.fill z.xmark z.xmark.fill ufill 9earleft.arrowtriangle u.fill cright.arrowtriangle
    v.fill 4window.left f.badge.exclamationmark mxmark gexclamationmark gxmark bright
    g.badge.exclamationmark nxmark hexclamationmark hxmark 3bon.dioxide.cloud k.fill 7monoxide.cloud l.fill
    3rot 6.fill 3seat.left c.1 e.fill d2 e.fill d3 e.fill dand.heat.waves r.fill dbackrest.up.and.down
    x.fill dfan g.fill eill eorward.and.backward x.fill dmassage k.fill dup.and.down o.fill 8right d.1
    f.fill e2 f.fill e3 f.fill eand.heat.waves s.fill ebackrest.up.and.down y.fill efan h.fill fill
    forward.and.backward y.fill emassage l.fill eup.and.down p.fill 3t 4.badge.minus bplus bquestionmark
    n.ar ortl 5circle b.fill 5fill 9.badge.minus gplus gquestionmark s.ar trtl 2se 4.fill 2t 3.circle a.fill
    4fill 1edisign 8.arrow.circlepath 9circle f.fill 9square f.fill 2llularbars 2ntsign 8.arrow.circlepath
    9circle f.fill 9square f.fill 1hair 5.fill 6lounge c.fill 3ndelier a.fill 3racter 9.ar abook.closed l.ar
    mfill q.ar rhe si rja rko rth rzh mhe ni mja mko mth mzh bubble g.ar hfill l.ar mhe ni mja mko mth mzh
    hhe ii hja hko hth hzh acursor.ibeam m.ar nhe oi nja nko nth nzh aduployan ahe bi aja ako amagnify h.ar
    ihe ji ija iko ith izh aphonetic asutton atextbox h.ar ihe ji ija iko ith izh bh azh 4t.bar
    9.doc.horizontal o.fill afill axaxis f.ascending p.badge.clock zck.rtl 6dots.scatter
    6line.downtrend.xyaxis r.circle y.fill bflattrend.xyaxis r.circle y.fill buptrend.xyaxis p.circle w.fill
    6pie 9.fill 6xyaxis.line 2eckerboard.rectangle dshield 5list 9.checked h.rtl artl aunchecked 5mark
    9.applewatch abubble g.fill l.rtl hrtl acircle g.badge.questionmark z.ar z.fill z.fill.ar nxmark s.fill
    hfill htrianglebadge.exclamationmark adiamond h.fill agobackward aicloud g.fill amessage h.fill
    arectangle j.fill kportrait s.fill kstack p.fill aseal e.fill bhield g.fill bquare g.fill 3vron.backward
    g.2 hcircle n.fill hsquare n.fill hto.line 8compact.backward gdown gforward gleft gright gup 8down
    c.circle j.fill dsquare j.fill 8forward f.2 gcircle m.fill gsquare m.fill gto.line 8left c.2 dcircle
    j.fill dforwardslash.chevron.right dslash.chevron.right equare j.fill dto.line 8right d.2 ecircle k.fill
    esquare k.fill eto.line 8up a.chevron.down circle h.fill bsquare h.fill 2ineseyuanrenminbisign
    n.arrow.circlepath ocircle u.fill osquare u.fill 1ircle 6.and.line.horizontal q.fill 7badge.checkmark
    m.fill dexclamationmark s.fill dminus i.fill dplus h.fill dquestionmark p.ar qfill u.ar dxmark i.fill
    8ottomhalf.fill med o.inverse drighthalf.checkered dthird.split 7circle d.fill 7dashed d.inset.fill oed
    erectangle 8otted d.and.circle ecircle k.fill 7fill b.square.fill bed.ipad i.fill jlandscape s.fill
    ghone k.fill epattern.diagonalline.rectangle 7grid.2x1 f.fill gleft.filled gright.filled e2 f.fill c3x3
    f.circle m.fill gfill ccross h.down.fill red ifill ileft.fill red iright.fill sed iup.fill ped chex
    f.fill 7hexagongrid i.circle p.fill jfill epath i.fill 7inset.filled 7lefthalf.fill ked m.inverse
    nrighthalf.striped.horizontal zriped.horizontal.inverse gstriped.horizontal y.inverse 7rectangle.dashed
    hfilled.pattern.diagonalline 8ighthalf.fill led n.inverse 7slash c.fill 8quare d.fill 7tophalf.fill jed
    l.inverse 6badge b.2 d.fill cfill 6s.hexagongrid j.fill fpath j.fill 1lear 5.fill 2ipboard 9.fill 2ock
    5.arrow.2.circlepath ccirclepath 6badge b.checkmark l.fill cexclamationmark r.fill cfill cquestionmark
    o.ar pfill t.ar cxmark h.fill 6circle c.fill 6fill 3ud 5.bolt a.circle h.fill bfill brain f.circle
    m.fill gfill 6circle c.fill 6drizzle d.circle k.fill efill 6fill 7og 9.circle g.fill afill 6hail
    a.circle h.fill bfill 7eavyrain f.circle m.fill gfill 6moon a.bolt f.circle m.fill gfill bcircle h.fill
    bfill brain f.circle m.fill gfill 6rain a.circle h.fill bfill abow.half i.fill 6sleet b.circle i.fill
    cfill 7now a.circle h.fill bfill 7un 9.bolt e.circle l.fill ffill acircle g.fill afill arain e.circle
    l.fill ffill 1oloncurrencysign h.arrow.circlepath icircle o.fill isquare o.fill 2mb 4.fill 3mand
    7.circle e.fill 8square e.fill 3pass.drawing 4utermouse d.fill 2ne 4.fill 3tact.sensor e.fill
    4extualmenu.and.cursorarrow 4rol 2oktop 7.fill 1pu 3.fill 1reditcard a.and.123 bcircle h.fill bfill
    btrianglebadge.exclamationmark znmark.fill bviewfinder 2icket.ball c.circle j.fill dfill 2op 4.rotate
    3ss 5.case a.circle h.fill bfill 7ircle c.fill 6fill 6vial a.fill 3wn 5.fill 2uzeirosign
    c.arrow.circlepath dcircle j.fill dsquare j.fill 1ube 4.box 8.fill 5fill 5transparent g.fill
    2p.and.saucer e.fill 2rlybraces b.square i.fill 3sor.rays 6arrow b.and.square.on.square.dashed cclick
    h.2 ibadge.clock cmotionlines n.click crays cslash h.square o.fill dquare i.fill 3tains.closed 9open
    1ylinder 8.fill 9split.1x2 i.fill 0d.circle 8.fill 2square 8.fill 1anishkronesign f.arrow.circlepath
    gcircle m.fill gsquare m.fill 1ecrease.indent 9quotelevel 2humidifier c.fill 2lete.backward f.fill
    7forward e.fill 7left b.fill 7right c.fill 2skclock 9.fill 4topcomputer f.and.arrow.down
    gtrianglebadge.exclamationmark 4view 8.fill 1ial 4.fill 5high 9.fill 5low 8.fill 5max 8.fill 6edium
    b.fill 6in 8.fill 3mond 7.bottomhalf.filled 8circle e.fill 8fill 8inset.filled 8lefthalf.filled
    8righthalf.filled 8tophalf.filled 2ce 4.fill 2e.face.1 a.fill 92 a.fill 93 a.fill 94 a.fill 95 a.fill 96
    a.fill 2gitalcrown.arrow.clockwise s.fill kounterclockwise z.fill dhorizontal.arrow.clockwise zwise.fill
    vounterclockwise zerclockwise.fill opress t.fill dpress i.fill 2rectcurrent 2shwasher a.circle h.fill
    bfill 3play 7.2 8and.arrow.down 8trianglebadge.exclamationmark 3tribute.horizontal.center s.fill mleft
    q.fill mright r.fill bvertical.bottom q.fill kcenter q.fill ktop n.fill 2vide 6.circle d.fill 7square
    d.fill 1oc 3.append a.fill f.rtl brtl 4badge.arrow.up i.fill aclock f.fill aellipsis agearshape j.fill
    aplus 4circle a.fill 4fill 8.badge.ellipsis fplus 4on.clipboard g.fill 7doc a.fill 4plaintext d.fill
    4questionmark g.ar hfill l.ar mrtl hrtl 4richtext c.ar dfill h.ar ihe ji ija iko ith izh dhe ei dja dko
    dth dzh 4text 8.below.ecg i.fill n.rtl jrtl 9fill d.viewfinder 9image e.fill 9magnifyingglass
    9viewfinder 4viewfinder e.fill 4zipper 3k.arrow.down.rectangle bup.rectangle 5rectangle 2g 3.circle
    a.fill 4fill 2llarsign a.arrow.circlepath bcircle h.fill bsquare h.fill 2ngsign 8.arrow.circlepath
    9circle f.fill 9square f.fill 2or.french.closed copen 5garage.closed i.trianglebadge.exclamationmark
    cdouble.bay.closed t.trianglebadge.exclamationmark nopen r.trianglebadge.exclamationmark copen
    g.trianglebadge.exclamationmark 5left.hand.closed fopen 5right.hand.closed gopen
    5sliding.left.hand.closed nopen dright.hand.closed oopen 2t.arrowtriangles.up.right.down.left.circle
    4circle.and.cursorarrow fhand.point.up.left.fill bviewfinder 4radiowaves.forward fleft.and.right fright
    fup.forward 4scope 9.display alaptopcomputer 5quare a.fill ashape f.fill gsplit.2x2 4viewfinder
    3s.and.line.vertical.and.cursorarrow.rectangle 1pad 4.down.fill eed 5fill 5left.fill eed 5right.fill fed
    5up.fill ced 1rop 4.circle b.fill 5degreesign f.fill gslash l.fill q.rtl mrtl 5fill 5halffull
    5keypad.rectangle l.fill 5transmission 7iangle d.fill 2yer 5.circle c.fill 6fill 1umbbell 8.fill
    0e.circle 8.fill 2square 8.fill 1ar 3.and.waveform 4badge.checkmark awaveform 4fill
    4trianglebadge.exclamationmark 3buds 7.case c.fill 3pods 1ject 5.circle c.fill 6fill 1llipses.bubble
    f.fill 6is 8.bubble f.fill 9circle f.fill aurlybraces 9message g.fill 9rectangle i.fill 9vertical.bubble
    o.fill aiewfinder 1ngine.combustion h.badge.exclamationmark zmark.fill ifill 2try.lever.keypad i.fill
    jtrianglebadge.exclamationmark zclamationmark.fill 2velope 8.arrow.triangle.branch u.fill 9badge e.fill
    fperson.crop q.fill fshield.half.filled x.fill mleadinghalf.fill 9circle f.fill 9fill
    d.badge.shield.trailinghalf.fill 9open d.badge.clock efill 1qual 5.circle c.fill 6square c.fill 1raser
    6.fill 7line.dashed i.fill 1scape 2im 4.fill 1urosign 8.arrow.circlepath 9circle f.fill 9square f.fill
    4zonesign c.arrow.circlepath dcircle j.fill dsquare j.fill 1v.charger a.arrowtriangle.left t.fill pright
    u.fill bexclamationmark q.fill bfill bslash g.fill 3plug.ac.gb.t f.fill btype.1 h.fill g2 h.fill
    8dc.ccs1 f.fill e2 f.fill chademo i.fill bgb.t f.fill bnacs f.fill 1xclamationmark f.2 g3 gapplewatch
    hrrow.circlepath mtriangle.2.circlepath gbrakesignal hubble m.circle t.fill nfill gcircle m.fill gicloud
    m.fill glock k.fill gmagnifyingglass goctagon n.fill gquestionmark s.ar gshield m.fill hquare m.fill
    gtirepressure hransmission iiangle o.fill gwarninglight s.fill 2ternaldrive d.badge.checkmark
    kexclamationmark kicloud kminus kperson.crop llus kquestionmark w.ar ktimemachine kwifi kxmark
    econnected.to.line.below zow.fill efill i.badge.checkmark pexclamationmark picloud pminus pperson.crop
    qlus pquestionmark zrk.ar ptimemachine pwifi pxmark jtrianglebadge.exclamationmark
    etrianglebadge.exclamationmark 1ye 3.circle a.fill 4fill 4slash 9.circle g.fill afill 5quare a.fill
    4trianglebadge.exclamationmark x.fill 3brow 3dropper a.full bhalffull 3glasses a.slash 3s 4.inverse
    0f.circle 8.fill 3ursive 9.circle g.fill 2square 8.fill 1ace.dashed b.fill 5smiling c.fill dinverse 4id
    4mask 8.fill 2n 3.and.light.ceiling l.fill 4badge.automatic j.fill 4ceiling b.fill 4desk 8.fill 4fill
    5loor 9.fill 4oscillation f.fill 4slash 9.fill 3blades 9.fill aslash f.fill 2xmachine a.fill 1erry
    5.fill 1iberchannel 3rechannel 2eld.of.view.ultrawide n.fill ewide i.fill 2gure 6.2
    8.and.child.holdinghands arms.open 9circle f.fill 7american.football 8nd.child.holdinghands 8rchery
    9ms.open 8ustralian.football 7badminton 9rre 9seball aketball 8owling 9xing 7child c.and.lock l.fill
    mopen q.fill dcircle j.fill 8limbing 8ooldown 9re.training 8ricket 9oss.training 8urling 7dance
    8isc.sports 8ress.line.vertical.figure 7elliptical 8questrian.sports 7fall b.circle i.fill 8encing
    8ishing 8lexibility 7golf 8ymnastics 7hand.cycling bball 8ighintensity.intervaltraining 9king 8ockey
    8unting 7indoor.cycle 7jumprope 7kickboxing 7lacrosse 7martial.arts 8ind.and.body 9xed.cardio
    7open.water.swim 8utdoor.cycle 7pickleball 9lates 8lay 8ool.swim 7racquetball 8oll b.runningpace bing
    9wer 8ugby 9n a.circle h.fill bsquare.stack n.fill 7sailing 8eated.seatbelt m.and.airbag.off zn fide
    i.air.distribution.lower z.middle z.middle.and.lower z.middle.and.lower.angled z.upper
    z.upper.angled.and.lower.angled z.upper.angled.and.middle z.upper.angled.and.middle.and.lower.angled
    nlower nupper s.and.lower nwindshield mbag.off t.2 rn s.2 kutomatic jwindshield.front.and.heat.waves
    z.and.heat.waves.air.distribution.lower z.and.heat.waves.air.distribution.middle
    z.and.heat.waves.air.distribution.middle.and.lower z.and.heat.waves.air.distribution.upper
    z.and.heat.waves.air.distribution.upper.and.lower z.and.heat.waves.air.distribution.upper.and.middle
    z.and.heat.waves.air.distribution.upper.and.middle.and.lower 8kating 9iing.crosscountry edownhill
    8nowboarding 8occer aialdance 9ftball 8quash 8tair.stepper cs and c.line.dotted.figure.stand
    9ep.training 9rengthtraining.functional otraditional 8urfing 7table.tennis 9ichi 8ennis 8rack.and.field
    7volleyball 7walk b.arrival ccircle i.fill cdeparture diamond j.fill cmotion
    i.trianglebadge.exclamationmark 9ter.fitness cpolo 9ve b.circle i.fill 8restling 7yoga
    2lemenu.and.cursorarrow o.rtl dselection 3m 4.circle b.fill 5fill 5stack a.fill 2replace 9.fill 4wall
    8.fill 5orks 2sh 4.circle b.fill 5fill 1lag 4.2.crossed e.circle l.fill ffill 5and.flag.filled.crossed
    5badge.ellipsis j.fill 5checkered e.2.crossed fcircle l.fill 6ircle b.fill 5fill 9ed.and.flag.crossed
    5slash a.circle h.fill bfill 6quare b.fill 3me 5.circle c.fill 6fill 3shlight.off.circle l.fill ffill
    cn.circle k.fill efill bslash g.circle n.fill 4k 5.fill 2euron 7.fill 2ip.horizontal f.fill 4phone
    2orinsign a.arrow.circlepath bcircle h.fill bsquare h.fill 3wchart 9.fill 2uid.brakesignal 6transmission
    1n 1older 6.badge.gear hshape dminus dperson.crop elus dquestionmark p.ar 7circle d.fill 7fill
    b.badge.gear mshape iminus iperson.crop jlus iquestionmark u.ar 2otball 8.circle f.fill 9fill 2rk.knife
    a.circle h.fill 3ward 7.circle e.fill 8end b.alt f.fill ccircle i.fill cfill 8fill 9rame d.fill
    2ssil.shell c.fill 1rancsign 9.arrow.circlepath acircle g.fill asquare g.fill 2ying.pan a.fill 1uelpump
    8.arrowtriangle.left r.fill nright s.fill 9circle f.fill 9exclamationmark o.fill 9fill 9slash e.fill
    2nction 1x 0g.circle 8.fill 2square 8.fill 1amecontroller e.fill 2uge 5.badge.minus cplus 6high 6low
    6medium c.badge.minus jplus 6open.with.lines.needle.33percent zent.and.arrowtriangle
    zent.and.arrowtriangle.from.0percent.to.50percent t67percent.and.arrowtriangle
    zent.and.arrowtriangle.and.car t84percent.exclamation 6with.dots.needle.0percent n100percent n33percent
    n50percent n67percent nbottom.0percent u100percent u50percent zcent.badge.minus zcent.badge.plus bneedle
    h.fill 1ear 4.badge a.checkmark bquestionmark brtl bxmark 5circle b.fill 4shape 9.2 b.fill
    aarrow.triangle.2.circlepath acircle g.fill afill 6ift.layout.sixspeed 1ift 4.circle b.fill 5fill 4card
    8.fill 1lobe 5.americas e.fill 7sia.australia k.fill 6badge.chevron.backward 6central.south.asia o.fill
    6desk a.fill 6europe.africa j.fill 3wplug 1obackward a.10 d.ar ehi c5 d.ar ehi b30 d.ar ehi b45 d.ar ehi
    b5 c.ar dhi b60 d.ar ehi b75 d.ar ehi b90 d.ar ehi bminus 2forward 9.10 c.ar dhi b5 c.ar dhi a30 c.ar
    dhi a45 c.ar dhi a5 b.ar chi a60 c.ar dhi a75 c.ar dhi a90 c.ar dhi aplus 1raduationcap d.circle k.fill
    efill 2eaterthan b.circle i.fill csquare i.fill 3etingcard c.fill 2id 4.circle b.fill 1uaranisign
    b.arrow.circlepath ccircle i.fill csquare i.fill 2itars 7.fill 1ym.bag 7.fill 2roscope 0h.circle 8.fill
    2square 8.fill d.on.square.fill 9on.square i.fill 1ammer 6.circle d.fill 7fill 2nd.app 8.fill 5draw
    9.fill 5point.down f.fill bleft f.fill bright g.fill bup d.braille l.fill efill eleft i.and.text r.fill
    jfill 5raised b.app f.fill cbrakesignal n.slash ccircle i.fill cfill engers.spread q.fill cslash h.fill
    dquare i.fill jon.square s.fill 5tap 8.fill 6humbsdown f.circle m.fill gfill bup d.circle k.fill efill
    5wave 9.fill 4bag 7.circle e.fill 8fill 4s.and.sparkles i.fill 6clap a.fill 6sparkles e.fill 3ger 2re
    4.circle b.fill 5fill 2zardsign a.fill 1ead.profile.arrow.forward.and.visionpro 4light.daytime h.fill
    afog d.fill ahigh.beam j.fill alow.beam i.fill 4phones a.circle h.fill 3ringaid.ear
    7device.and.signal.meter u.fill eear h.fill 4t 5.circle c.fill 6fill 6rectangle f.fill 6slash b.circle
    i.fill cfill 7quare c.fill 6text.square h.fill 3t.element.windshield 5waves 4er.vertical f.fill 2lm
    2xagon 7.bottomhalf.filled 8fill 8lefthalf.filled 8righthalf.filled 8tophalf.filled 1ifireceiver c.fill
    4speaker b.2 d.fill cand.appletv n.fill s.rtl ortl ghomepod n.fill nmini r.fill cfill 2ghlighter
    1ockey.puck b.circle i.fill cfill 2ld.brakesignal 2mekit 4pod 7.2 9.fill 8and.appletv j.fill o.rtl krtl
    chomepodmini n.fill 8fill 7mini b.2 d.fill cand.appletv n.fill s.rtl ortl cfill 2rn 4.blast a.fill 5fill
    2urglass 9.and.lock abadge.plus bottomhalf.fill ped acircle g.fill atophalf.fill med 3se 5.and.flag
    e.circle l.fill ffill 6circle c.fill 6fill 6lodge b.circle i.fill cfill 1ryvniasign b.arrow.circlepath
    ccircle i.fill csquare i.fill 1umidifier a.and.droplets n.fill bfill 6ty 8.fill 2rricane 9.circle g.fill
    0i.circle 8.fill 2square 8.fill 1cloud 6.and.arrow.down l.fill hup j.fill 7circle d.fill 7fill 7slash
    c.fill 8quare d.fill 1ncrease.indent 9quotelevel 2dianrupeesign f.arrow.circlepath gcircle m.fill
    gsquare m.fill 2finity 8.circle f.fill 3o 4.bubble b.fill g.rtl crtl 5circle b.fill 5square b.fill
    5windshield 2ternaldrive d.fill 1pad 4.and.arrow.forward 9iphone f.slash 5badge.play 5case
    9.and.iphone.case 5gen1 9.badge.play alandscape j.badge.play 82 9.badge.play alandscape j.badge.play
    5homebutton f.badge.play glandscape p.badge.play 5landscape e.badge.play 5rear.camera 5sizes 2hone
    6.and.arrow.forward hleft.and.arrow.right 7badge.play 7case 8ircle d.fill 7gen1 b.badge.play ccircle
    i.fill clandscape cradiowaves.left.and.right zht.circle zht.circle.fill cslash h.circle o.fill a2
    b.badge.play ccircle i.fill clandscape cradiowaves.left.and.right zht.circle zht.circle.fill cslash
    h.circle o.fill a3 b.badge.play ccircle i.fill clandscape cradiowaves.left.and.right zht.circle
    zht.circle.fill cslash h.circle o.fill 7homebutton h.badge.play icircle o.fill ilandscape
    iradiowaves.left.and.right znd.right.circle znd.right.circle.fill islash n.circle u.fill 7landscape
    7radiowaves.left.and.right w.circle zrcle.fill 8ear.camera 7sizes 8lash c.circle j.fill
    8martbatterycase.gen1 r2 2od 4shuffle.gen1 f2 f3 f4 4touch 9.landscape aslash 1talic 1vfluid.bag b.fill
    0j.circle 8.fill 2square 8.fill d.on.square.fill 9on.square i.fill 0k 1.circle 8.fill 2square 8.fill
    1ashida.arabic 1ey 3.fill 4horizontal e.fill 4icloud a.fill 4radiowaves.forward m.fill nslash s.fill
    4slash 9.fill 4viewfinder 3board 8.badge.ellipsis n.fill gye i.fill 9chevron.compact.down t.fill pleft
    t.fill 9fill 9macwindow 9onehanded.left n.fill jright o.fill 1ipsign 7.arrow.circlepath 8circle e.fill
    8square e.fill 1ph 3.circle a.fill 0l.button.roundedbottom.horizontal x.fill 2circle 8.fill 2joystick
    a.down f.fill bfill bpress.down l.fill btilt.down k.fill gleft k.fill gright l.fill gup i.fill
    2rectangle.roundedbottom p.fill 2square 8.fill 11.button.roundedbottom.horizontal y.fill 3circle 9.fill
    3rectangle.roundedbottom q.fill 12.button.angledtop.vertical.left x.fill aroundedtop.horizontal v.fill
    3circle 9.fill 3rectangle.roundedtop n.fill 13.button.angledbottom.horizontal.left zeft.fill
    14.button.horizontal k.fill 1adybug 7.circle e.fill 8fill 2mp.ceiling c.fill dinverse 5desk 9.fill
    5floor a.fill 5table a.fill 2ne 3yardcard b.fill 2ptopcomputer e.and.arrow.down jipad lhone fslash
    ftrianglebadge.exclamationmark 2rgecircle.fill.circle 3isign 8.arrow.circlepath 9circle f.fill 9square
    f.fill 2ser.burst 3so 5.and.sparkles 6badge.sparkles 6sparkles 2tch.2.case c.fill 2urel.leading
    7trailing 1b.button.roundedbottom.horizontal y.fill 3circle 9.fill 3rectangle.roundedbottom q.fill 1eaf
    4.arrow.circlepath btriangle.circlepath 5circle b.fill 5fill 2ft 4.circle b.fill 2ssthan 8.circle f.fill
    9square f.fill 2vel 5.fill 1icenseplate c.fill 2fepreserver d.fill 2ght.beacon.max g.fill ein g.fill
    6cylindrical.ceiling p.fill qinverse 6max 7in 6overhead.left j.fill fright k.fill 6panel b.fill
    6recessed e.3 g.fill hinverse ffill finverse 7ibbon c.fill 6strip.2 d.fill 5bulb 9.2 b.fill acircle
    g.fill afill aled d.fill ewide i.fill amax d.fill bin d.badge.exclamationmark z.fill efill aslash f.fill
    5rail 9.fill 5spectrum.horizontal 6witch.off f.fill gsquare m.fill dn e.fill fsquare l.fill
    2ne.2.horizontal.decrease.circle x.fill 53.crossed.swirl.circle r.fill 7horizontal
    h.button.angledtop.vertical.right zvertical.right.fill icircle o.fill idecrease q.circle x.fill
    5diagonal d.arrow 5horizontal.2.decrease.circle x.fill g3 h.circle o.fill idecrease q.circle x.fill
    gstar.fill.line.horizontal 4s.measurement.horizontal ivertical 4weight 3k 4.badge.plus 5circle b.fill
    5icloud b.fill 2rasign 8.arrow.circlepath 9circle f.fill 9square f.fill 2st.and.film 5bullet
    b.below.rectangle ccircle i.fill dlipboard l.fill cindent crectangle l.fill mportrait u.fill 5clipboard
    e.fill 5dash 9.header.rectangle 5number b.ar chi crtl 5star 5triangle 2vephoto 9.badge.a hutomatic aplay
    aslash 2zard 6.circle d.fill 7fill 1m.button.horizontal k.fill 1ocation 8.circle f.fill 9fill
    d.viewfinder 9magnifyingglass 9north e.circle l.fill ffill fline j.fill 9slash e.circle l.fill ffill
    aquare f.fill 9viewfinder 3k 4.app.dashed 8lewatch 5badge.clock g.fill 5circle b.dotted cfill
    5desktopcomputer 6isplay 6oc 8.fill 5fill 5icloud b.fill 6pad 7hone 5laptopcomputer 5open 9.applewatch
    adesktopcomputer bisplay afill aipad chone alaptopcomputer arotation atrianglebadge.exclamationmark
    zmark.fill 5rectangle e.fill fon.rectangle r.fill fstack k.fill 6otation d.open 5shield b.fill 6lash
    a.fill 6quare b.fill cstack h.fill 5trianglebadge.exclamationmark y.fill 2go.playstation 5xbox 2upe
    1sb.button.angledbottom.horizontal.left zleft.fill 1t.button.roundedtop.horizontal v.fill 3circle 9.fill
    3rectangle.roundedtop n.fill 1ungs 5.fill 0m.circle 8.fill 2square 8.fill 11.button.horizontal k.fill
    12.button.horizontal k.fill 13.button.horizontal k.fill 14.button.horizontal k.fill 1acbook 7.and.ipad
    ehone cvisionpro 8gen1 b2 3mini 7.fill 3pro.gen1 b.fill a2 b.fill a3 b.fill cserver 3studio 9.fill
    3window 9.and.cursorarrow p.rtl abadge.plus aon.rectangle m.rtl 2gazine 8.fill 3icmouse a.fill
    3nifyingglass f.circle m.fill 3safe.batterypack j.fill 2il 4.and.text.magnifyingglass t.rtl 5fill 5stack
    a.fill 2natsign 9.arrow.circlepath acircle g.fill asquare g.fill 2p 3.circle a.fill 4fill 3pin
    6.and.ellipse i.circle p.fill 7circle d.fill 7slash c.circle j.fill 8quare d.fill 1edal 5.fill 3iastick
    4cal.thermometer j.fill 2gaphone 9.fill 2mories 8.badge.minus fplus 5ychip a.fill
    2nubar.arrow.down.rectangle eup.rectangle 8dock.rectangle m.badge.record 8rectangle 4card 8.fill 2ssage
    7.and.waveform k.fill 8badge d.circle k.fill p.rtl lrtl efill i.rtl ied.fill p.rtl ertl ewaveform m.fill
    8circle e.fill 8fill 2tronome 9.fill 1ic 3.and.signal.meter k.fill 4badge.plus axmark 4circle a.fill
    4fill 8.badge.plus fxmark 4slash 9.circle g.fill afill 5quare a.fill 3robe 7.circle e.fill 8fill 5wave
    9.fill 2llsign 8.arrow.circlepath 9circle f.fill 9square f.fill 2nus 5.circle c.fill 6diamond d.fill
    6forwardslash.plus 6magnifyingglass 6plus.and.fluid.batteryblock bbatteryblock n.exclamationmark
    zmark.fill ofill oslash t.fill ptack t.exclamationmark zmationmark.fill ufill 6rectangle f.fill
    gportrait o.fill 6slash.plus 7quare c.fill 2rror.side.left g.and.arrow.turn.down.right lheat.waves
    cright h.and.arrow.turn.down.left mheat.waves 1oon 4.circle b.fill 5dust 9.circle g.fill afill 5fill
    5haze 9.circle g.fill afill 5stars a.circle h.fill bfill 5zzz 8.fill 4phase.first.quarter n.inverse
    bull.moon j.inverse alast.quarter m.inverse anew.moon i.inverse awaning.crescent p.inverse hgibbous
    o.inverse cxing.crescent p.inverse hgibbous o.inverse 4rise 8.circle f.fill 9fill 4set 7.circle e.fill
    8fill 2saic 6.fill 2unt 5.fill 5ain.2 a.circle h.fill bfill 3th 5.fill 2ve.3d 3ieclapper c.fill 1ph
    3.circle a.fill 1ug 3.fill 2ltiply 8.circle f.fill 9square f.fill 2sic.house b.fill 6mic 9.circle g.fill
    6note a.house g.fill blist btv d.fill 6quarternote.3 3tache 8.fill 0n.circle 8.fill 2square 8.fill
    1airasign 9.arrow.circlepath acircle g.fill asquare g.fill 1etwork 7.badge.shield.half.filled 8slash
    2wspaper 9.circle g.fill afill 1orwegiankronesign i.arrow.circlepath jcircle p.fill jsquare p.fill 2se
    4.fill 3ign 6.app a.fill 2te 4.text 9.badge.plus 1umber 6.circle d.fill 7square d.fill 6sign 0o.circle
    8.fill 2square 8.fill 1ar.2.crossed 1ctagon 7.bottomhalf.filled 8fill 8lefthalf.filled 8righthalf.filled
    8tophalf.filled 1ilcan 6.fill 1n 1pticaldisc b.fill bdrive g.fill 5id 7.fill 4on 1val
    4.bottomhalf.filled 5fill 5inset.filled 5lefthalf.filled 5portrait d.bottomhalf.filled efill
    einset.filled elefthalf.filled erighthalf.filled etophalf.filled 5righthalf.filled 5tophalf.filled 2en
    4.fill 0p.circle 8.fill 2square 8.fill 11.button.horizontal k.fill 12.button.horizontal k.fill
    13.button.horizontal k.fill 14.button.horizontal k.fill 1addleshifter.left i.fill eright j.fill
    2intbrush a.fill bpointed i.fill 5palette c.fill 2no 4.badge.play f.fill 5fill 2perclip 9.badge.ellipsis
    acircle g.fill 5plane a.circle h.fill bfill 2ragraph 9sign 3entheses 3kinglight c.fill 7sign
    b.brakesignal n.slash ccircle i.fill cradiowaves.left.and.right nright.and.safetycone csteeringwheel
    3ty.popper c.fill 2use 5.circle c.fill 6fill 6rectangle f.fill 2wprint 8.circle f.fill 9fill 1c
    1eacesign 2dal.accelerator h.fill 6brake b.fill 6clutch c.fill 3estrian.gate.closed gopen 2ncil
    6.and.ellipsis.rectangle blist.clipboard p.rtl boutline bruler g.fill bscribble 7circle d.fill 7line
    7slash 7tip a.crop.circle m.badge.arrow.forward zforward.fill tminus y.fill tplus x.fill nfill 3tagon
    8.bottomhalf.filled 9fill 9lefthalf.filled 9righthalf.filled 9tophalf.filled 2rcent 7.ar 3son 6.2
    8.badge.gearshape o.fill fkey i.fill 9circle f.fill arop.square.stack q.fill 9fill 9gobackward 9slash
    e.fill aquare.stack l.fill 9wave.2 f.fill 73 8.fill 9sequence h.fill 7and.arrow.left.and.arrow.right
    bbackground.dotted mstriped.horizontal 7badge.clock i.fill dkey g.fill dminus i.fill dplus h.fill
    dshield.checkmark t.fill 8ubble d.fill 9st b.circle i.fill cfill 7circle d.fill 8rop.artframe ccircle
    i.badge o.checkmark qlock u.fill pexclam vationmark znmark.fill pfill pminus qoon t.fill pplus
    pquestionmark zrk.ar zrk.fill zrk.fill.ar pxmark jdashed p.circle w.fill jfill n.badge.checkmark uexclam
    zmationmark uminus uplus uquestionmark zionmark.ar uxmark crectangle l.badge.plus w.fill mfill mstack
    r.fill csquare i.badge.camera v.fill pvideo u.fill jfill n.and.at.rectangle ned.and.at.rectangle
    zctangle.fill 7fill b.and.arrow.left.and.arrow.right cbadge.minus iplus ccheckmark l.rtl cquestionmark
    o.ar prtl cturn.down hleft hright cviewfinder cxmark h.rtl 7icloud d.fill 7line.dotted.person p.fill
    7slash c.fill 7text.rectangle l.fill 7wave.2 d.fill 6alhotspot f.circle m.fill 4pective 2setasign
    a.arrow.circlepath bcircle h.fill bsquare h.fill 3osign 8.arrow.circlepath 9circle f.fill 9square f.fill
    1hone 5.and.waveform i.fill 7rrow.down.left l.fill cright h.fill cup.right k.circle r.fill lfill
    6badge.checkmark cplus cwaveform k.fill 7ubble c.fill h.rtl dleft h.fill drtl 6circle c.fill 7onnection
    g.fill 6down a.circle h.fill bfill bwaves.left.and.right 6fill a.arrow.down.left hright hup.right
    bbadge.checkmark hplus bconnection 3to 5.artframe e.circle l.fill 6badge.arrow.down m.fill ccheckmark
    l.fill cplus g.fill 6circle c.fill 6fill a.on.rectangle.fill 6on.rectangle i.angled 6stack b.fill 6tv
    1ianokeys 9.inverse 2ll 4.circle b.fill 5fill 4s 5.circle c.fill 6fill 2n 3.circle a.fill 4fill 4slash
    9.fill 5quare a.fill 2p 3.enter 5xit 4fill 4remove 4swap 3e.and.drop d.fill 1laceholdertext.fill
    3tter.2.filled.ipad l.landscape jhone n.landscape 8bottom.applewatch.case
    8filled.bottom.and.arrow.down.iphone npplewatch.case miphone ftop.and.arrow.up.iphone kpplewatch.case
    jiphone 8top.applewatch.case 3y 4.circle b.fill 5desktopcomputer 6isplay 5fill 5house a.fill
    5laptopcomputer 5rectangle e.fill fon.rectangle r.circle y.fill sfill 5slash a.fill 6quare b.fill cstack
    h.fill 5tv 7.fill 4pause 9.circle g.fill afill 4station.logo 2us 4.app 8.fill 5bubble b.fill 5circle
    b.fill 5diamond c.fill 5forwardslash.minus 5magnifyingglass 6essage c.fill 5rectangle e.fill
    j.on.folder.fill nrectangle.fill fon.folder o.fill irectangle fportrait n.fill 5slash.minus 6quare
    b.dashed cfill g.on.square.fill con.square 5viewfinder 4minus 9.circle g.fill
    1oint.3.connected.trianglepath.dotted 8filled.connected.trianglepath.dotted
    6bottomleft.filled.forward.to.point.topright.scurvepath iorward.to.arrowtriangle.uturn.scurvepath
    ziangle.uturn.scurvepath.fill spoint.topright.filled.scurvepath zopright.scurvepath
    zopright.scurvepath.fill 6fill.topleft.down.curvedto.point.fill.bottomright.up
    aed.topleft.down.curvedto.point.bottomright.up 7orward.to.point.capsulepath y.fill
    6topleft.down.curvedto.point.bottomright.up zottomright.up.fill yfilled.bottomright.up
    jto.point.bottomright.curvepath zight.curvepath.fill zight.filled.curvepath
    efilled.down.to.point.bottomright.curvepath 2lishzlotysign f.arrow.circlepath gcircle m.fill gsquare
    m.fill 2pcorn 7.circle e.fill 8fill 2wer 5.circle c.fill 6dotted 5cord 9.fill 5off 6n 6utlet.strip
    h.fill ctype.a i.fill jsquare p.fill hb i.fill jsquare p.fill hc i.fill jsquare p.fill hd i.fill jsquare
    p.fill he i.fill jsquare p.fill hf i.fill jsquare p.fill hg i.fill jsquare p.fill hh i.fill jsquare
    p.fill hi i.fill jsquare p.fill hj i.fill jsquare p.fill hk i.fill jsquare p.fill hl i.fill jsquare
    p.fill hm i.fill jsquare p.fill hn i.fill jsquare p.fill ho i.fill jsquare p.fill 5plug 9.fill 5sleep
    1rinter 7.dotmatrix h.fill m.and.paper.fill med.and.paper 8fill c.and.paper.fill ced.and.paper 2ojective
    1urchased 9.circle g.fill 2zzlepiece b.extension l.fill cfill 1yramid 7.fill 0q.circle 8.fill 2square
    8.fill 1rcode 6.viewfinder 1uestionmark c.app g.ar hdashed n.ar hfill l.ar er dbubble j.ar kfill o.ar
    dcircle j.ar kfill o.ar ddiamond k.ar lfill p.ar dfolder j.ar kfill o.ar dkey.filled dsquare j.ar
    kdashed q.ar kfill o.ar dvideo i.ar jfill n.ar ortl jrtl 2ote.bubble c.fill h.rtl drtl 6closing 6opening
    5level 0r.button.roundedbottom.horizontal x.fill 2circle 8.fill 2joystick a.down f.fill bfill
    bpress.down l.fill btilt.down k.fill gleft k.fill gright l.fill gup i.fill 2rectangle.roundedbottom
    p.fill 2square 8.fill d.on.square.fill 9on.square i.fill 11.button.roundedbottom.horizontal y.fill
    3circle 9.fill 3rectangle.roundedbottom q.fill 12.button.angledtop.vertical.right y.fill
    aroundedtop.horizontal v.fill 3circle 9.fill 3rectangle.roundedtop n.fill
    13.button.angledbottom.horizontal.right zight.fill 14.button.horizontal k.fill 1adio 5.fill 5waves.left
    bright 2inbow 2ys 1b.button.roundedbottom.horizontal y.fill 3circle 9.fill 3rectangle.roundedbottom
    q.fill 1ecord.circle d.fill 6ingtape d.circle k.fill 3tangle 9.2.swap a3.group h.bubble o.fill pleft
    t.fill ifill coffgrid j.bubble.left v.fill kfill aand.arrow.up.right.and.arrow.down.left
    zrow.down.left.slash ehand.point.up.left w.fill zlled epaperclip fencil.and.ellipsis x.rtl
    etext.magnifyingglass y.rtl brrowtriangle.2.inward qoutward abadge.checkmark gminus gperson.crop hlus
    gxmark bottomhalf.filled linset.filled gthird.inset.fill wed acenter.inset.fill red t.badge.plus
    bheckered bompress.vertical cnnected.to.line.below adashed g.and.paperclip hbadge.record bock
    aexpand.vertical afill e.badge.checkmark lminus lperson.crop mlus lxmark fon.rectangle.angled.fill sfill
    w.circle zrcle.fill xslash.fill eed.and.hand.point.up.left agrid.1x2 i.fill f2x2 i.fill f3x2 i.fill
    ainset.bottomleading.filled oft.fill ved mright.fill wed mtrailing.filled gfill ked m.and.cursorarrow
    rperson.filled nbadge.record non.rectangle gtopleading.filled lft.fill sed jright.fill ted
    jtrailing.filled alandscape.rotate beadinghalf.filled minset.filled y.arrow.leading hthird.inset.filled
    cfthalf.fill ned jinset.fill t.arrow.left ted v.arrow.left ethird.inset.fill ued aon.rectangle m.angled
    nbadge.gearshape outton.angledtop.vertical.left zdtop.vertical.left.fill ncircle t.fill nslash s.circle
    z.fill tfill oquare t.fill aportrait i.and.arrow.forward zd.fill tright y.fill krrowtriangle.2.inward
    zoutward jbadge.plus t.fill kottomhalf.filled uinset.filled pleading.inset.filled rft.inset.filled
    pright.inset.filled pthird.inset.filled qrailing.inset.filled jcenter.inset.filled jfill jinset.filled
    jleadinghalf.inset.filled qthird.inset.filled lfthalf.filled sinset.filled nthird.inset.filled
    jon.rectangle.portrait ztrait.angled ztrait.angled.fill ztrait.fill ztrait.slash ztrait.slash.fill
    jrighthalf.filled tinset.filled othird.inset.filled kotate jslash o.fill kplit.2x1 s.fill tslash y.fill
    jtophalf.filled rinset.filled mleading.inset.filled oft.inset.filled mright.inset.filled
    mthird.inset.filled nrailing.inset.filled krailinghalf.inset.filled rthird.inset.filled aratio.16.to.9
    n.fill g3.to.4 m.fill g4.to.3 m.fill g9.to.16 n.fill bighthalf.fill oed kinset.fill u.arrow.right ued
    w.arrow.right fthird.inset.fill ved boundedbottom n.fill htop k.fill aslash f.fill bplit.1x2 j.fill g2x1
    j.fill kslash p.fill i2 j.fill g3x1 j.fill i3 j.fill btack f.badge.minus mperson.crop x.fill nlay q.fill
    ous gfill k.badge.minus rperson.crop slus gperson.crop r.fill atophalf.filled iinset.filled dthird.inset
    o.fill ted brailinghalf.filled ninset.filled z.arrow.trailing ithird.inset.filled 2frigerator c.fill
    2peat 6.1 8.ar 9circle f.ar gfill k.ar lhi ghi 9hi 7circle d.fill 2start 7.circle e.fill
    2tarder.brakesignal k.and.exclamationmark lslash 3urn 6.left 7right 1hombus 7.fill 1ight 5.circle c.fill
    5triangle d.fill esplit.diagonal s.fill 1m.button.horizontal k.fill 1oad.lane.arrowtriangle.2.inward 9s
    a.curved.left iright 2ller.shade.closed dopen 2man.shade.closed copen 2sette 2tate.3d 9.circle g.fill
    afill 7left b.fill 7right c.fill 1sb.button.angledbottom.horizontal.right zright.fill
    1t.button.roundedtop.horizontal v.fill 3circle 9.fill 3rectangle.roundedtop n.fill 1ublesign
    9.arrow.circlepath acircle g.fill asquare g.fill 2ler 5.fill 2peesign 9.arrow.circlepath acircle g.fill
    asquare g.fill 0s.circle 8.fill 2square 8.fill 1afari 6.fill 2ilboat 8.circle f.fill 9fill 1cale.3d
    5mass 9.fill 3nner 7.fill 2issors 8.badge.ellipsis 9circle f.fill 2ooter 3pe 2rewdriver b.fill 3ibble
    8.variable 3oll 6.fill 1dcard 6.fill 1eal 4.fill 2lection.pin.in.out 2nsor 6.fill
    7tag.radiowaves.forward t.fill 2rver.rack 1hadow 3red.with.you f.circle m.fill gslash 5play 9.slash
    3zam.logo b.fill 2ekelsign a.arrow.circlepath bcircle h.fill bsquare h.fill 3qelsign.circle h.fill
    bsquare h.fill 2ield 6.checkerboard eed 7fill 7lefthalf.fill k.slash ked m.badge.checkmark nslash
    ntrianglebadge.exclamationmark 7righthalf.filled 7slash c.fill 3ft 5.fill 3ppingbox b.and.arrow.backward
    u.fill ccircle i.fill cfill 2oe 4.2 6.fill 5circle b.fill 5fill 4prints.fill 3wer 6.fill 7handheld
    f.fill 7sidejet e.fill 2uffle 7.circle e.fill 1idebar.leading aft 8right 8squares.leading ift gright
    gtrailing 8trailing 2gnature 9.ar ahe aja ath azh 4post.and.arrowtriangle.up t.circle ze.fill ufill
    9left d.circle k.fill efill 9right e.and.left n.circle u.fill ofill fcircle l.fill ffill 2mcard 7.2
    9.fill 8fill 2nk 4.fill 1kateboard a.fill 2ew 2is 4.fill 1lash.circle c.fill 2eep 5.circle c.fill
    2ider.horizontal.2.gobackward krectangle.and.arrow.triangle.2.circlepath ksquare q.badge.arrow.down
    ron.square i3 ibelow.rectangle osquare.and.square.filled vfill.and.square zed.and.square pun.max
    7vertical.3 2owmo 1mallcircle.circle i.fill cfill.circle n.fill ged.circle p.fill 3rtphone 2iley 6.fill
    2oke 5.circle c.fill 6fill 1now 4board 9.fill 4flake 9.circle g.fill aroad.lane j.dashed aslash
    1occerball a.circle h.fill m.inverse iinverse binverse 2fa 4.fill 2s 3.circle a.fill 1pace 3rkle
    7.magnifyingglass 7s 8.rectangle.stack o.fill 9square.fill.on.square ked.on.square 9tv b.fill 2eaker 7.1
    9.fill 82 9.fill 83 9.fill 8badge.exclamationmark t.fill 8circle e.fill 8fill 8minus d.fill 8plus c.fill
    8slash d.circle k.fill p.rtl lrtl efill i.rtl ertl 9quare e.fill 8wave.1 e.fill d2 e.bubble l.fill q.rtl
    mleft q.fill v.rtl rrtl mrtl fcircle l.fill ffill d3 e.fill 8zzz b.fill g.rtl crtl 3edometer 2igot
    6.fill 2ortscourt b.circle i.fill cfill 2rinkler 9.and.droplets m.fill afill 1quare 6.2.layers.3d
    i.bottom.filled jfill jtop.filled 9stack.3d h.bottom.fill ted itop.fill qed 73.layers.3d i.bottom.filled
    jdown.backward w.slash.rtl oforward v.slash.rtl oleft s.slash oright t.slash jmiddle.filled jslash
    jtop.filled 9stack.3d h.bottom.fill ted imiddle.fill ted islash itop.fill qed 7and.arrow.down l.fill
    mon.square v.fill hup j.badge.clock v.fill kcircle q.fill kfill kon.square t.fill
    ktrianglebadge.exclamationmark ct.rectangle n.fill bline.vertical.and.square z.fill z.filled bpencil
    h.circle o.fill 8rrowtriangle.4.outward 7badge.plus h.fill 8ottomhalf.fill med dthird.inset.filled
    7circle d.fill 7dashed d.inset.fill oed 8otted 7fill b.and.line.vertical.and.square zquare.fill
    usquare.fill con.circle.fill fsquare l.fill ctext.grid.1x2 bed.and.line.vertical.and.square eon.square
    7grid.2x2 f.fill c3x1.below.line.grid.1x2 z.fill gfill.below.line.grid.1x2 holder.badge.plus
    nfill.badge.plus e2 f.fill e3 f.bottomleft.fill ved mmiddle.fill xed mright.fill wed gfill k.square
    gmiddle.fill red mleft.fill ved mright.fill wed gsquare gtopleft.fill sed jmiddle.fill ued jright.fill
    ted c4x3.fill 7inset.filled 7leadingthird.inset.filled 9fthalf.fill ked bthird.inset.filled 7on.circle
    asquare g.badge.person.crop y.fill hdashed hintersection.dashed hsquareshape.controlhandles 7resize
    d.down eup 8ighthalf.fill led cthird.inset.filled 7slash c.fill 8plit.1x2 g.fill d2x1 g.fill f2 g.fill
    dbottomrightquarter v.fill ddiagonal l.2x2 p.fill mfill 8tack c.3d.down.dottedline lforward s.fill
    lright q.fill gforward.dottedline y.fill gup i.badge.a q.fill qutomatic y.fill jfill jslash o.fill
    jtrianglebadge.exclamationmark zclamationmark.fill dfill 7text.square i.fill 8ophalf.fill jed
    athird.inset.filled 8railingthird.inset.filled 6s.below.rectangle 8leading.rectangle p.fill 7hape
    b.controlhandles.on.squareshape.controlhandles cdashed.squareshape dotted.split.2x2 kquareshape cfill
    csplit.2x2 l.dotted i3x3 dquareshape.dashed potted 1tairs 3r 4.bubble b.fill 5circle b.fill 5fill
    5leadinghalf.fill led 7fthalf.fill 5slash a.fill 6quare b.fill con.square l.fill 4oflife a.circle h.fill
    bfill bshield h.fill 2eeringwheel d.and.heat.waves ikey iliquid.wave jock frrowtriangle.left sright
    ebadge.exclamationmark ecircle k.fill eexclamationmark eroad.lane n.dashed eslash 3rlingsign
    c.arrow.circlepath dcircle j.fill dsquare j.fill 3thoscope b.circle i.fill 2op 4.circle b.fill 5fill
    4watch 9.fill 3refront a.circle h.fill bfill 3ve 5.fill 2rikethrough 3oller 8.fill 2udentdesk 1uit.club
    9.fill 5diamond c.fill 5heart a.fill 5spade a.fill 4case 8.cart d.fill 9fill 9rolling g.fill 2m 3.ar
    2n.and.horizon f.circle m.fill gfill 4dust 8.circle f.fill 9fill 4haze 8.circle f.fill 9fill 5orizon
    b.circle i.fill cfill 4max 7.circle e.fill 8fill 8trianglebadge.exclamationmark zrk.fill 5in 7.fill
    4rain 8.circle f.fill 9fill 4snow 8.circle f.fill 9fill 3glasses a.fill 3rise 7.circle e.fill 8fill 3set
    6.circle d.fill 7fill 2rfboard 9.fill 2v.side 8.air.circulate m.fill dfresh i.fill and.exclamationmark
    s.fill arrowtriangle.down r.fill nup p.arrowtriangle.down zngle.down.fill qfill 9fill aront.open j.fill
    9hill.down i.fill eup g.fill 9lock d.fill eopen i.fill 9rear.open i.fill 1watchpalette d.fill
    2edishkronasign g.arrow.circlepath hcircle n.fill hsquare n.fill 2ift 5data 3rl.circle.righthalf.filled
    t.inverse 3tch.2 7programmable j.fill ksquare q.fill 1yringe 7.fill 0t.bubble 8.ar 9fill d.ar ehe 9he
    2circle 8.fill 2square 8.fill 1able 5.badge.more g.fill 6fill 7urniture f.fill 5cells a.badge.ellipsis
    p.fill bfill f.badge.ellipsis 2g 3.circle a.fill 4fill 4slash 9.fill 5quare a.fill 2illight.fog d.fill
    2keoutbag.and.cup.and.straw s.fill 2rget 1eddybear 9.fill 2letype 8.answer f.circle m.fill 9circle
    f.fill 2ngesign 9.arrow.circlepath acircle g.fill asquare g.fill 3nis.racket d.circle k.fill 6ball
    a.circle h.fill bfill 3t 4.2 6.circle d.fill 7fill 5circle b.fill 5fill 2rminal 8.fill 2sttube.2
    2xt.aligncenter aleft aright 6nd.command.macwindow 6ppend 5badge.checkmark k.rtl bminus bplus bstar
    bxmark 6elow.photo g.fill l.rtl hrtl 6ook.closed g.fill 6ubble b.fill g.rtl crtl 5cursor b.ar che di cja
    cko cth czh 5insert 5justify c.leading fft dright dtrailing cleft cright
    5line.first.and.arrowtriangle.forward alast.and.arrowtriangle.forward 5magnifyingglass k.rtl 5quote
    a.rtl 5redaction 5viewfinder 5word.spacing 4box 7.ar 8he 9i 8ja 8ko 8th 8zh 4format a.12 d.ar ehi ekm
    emy d3 e.ar fhi babc e.dottedunderline clt bsize f.ar ghe hi gja gko glarger m.ar nhe oi nja nko nth nzh
    gsmaller n.ar ohe pi oja oko oth ozh gth gzh cubscript k.ar lhe mi lja lko lth lzh dperscript m.ar nhe
    oi nja nko nth nzh 1heatermask.and.paintbrush q.fill bs c.circle j.fill dfill 3rmometer
    b.and.liquid.waves cbrakesignal chigh clow cmedium i.slash csnowflake l.circle s.fill dun f.circle
    m.fill gfill ctransmission cvariable.and.figure v.circle zcle.fill 1icket 6.fill 2melapse 5ine.selection
    4r 5.circle c.fill 6square 2repressure 1ogglepower 2ilet 6.circle d.fill 7fill 2rnado 7.circle e.fill
    3toise 8.circle f.fill 9fill 3us 2uchid 1raction.control.tirepressure t.exclamationmark uslash
    3in.side.front.car bmiddle.car brear.car 3m 4.circle b.fill 5fill 9.tunnel 5tunnel.fill 3nsmission
    3pezoid.and.line.horizontal t.fill jvertical r.fill 3sh 5.circle c.fill 6fill 6slash b.circle i.fill
    cfill csquare i.fill 7quare c.fill 3y 4.2 6.fill 5and.arrow.down j.fill fup h.fill 5circle b.fill 5fill
    6ull 9.fill 2ee 4.circle b.fill 5fill 2iangle 8.bottomhalf.filled 9circle f.fill 9fill 9inset.filled
    9lefthalf.fill med 9righthalf.fill ned 9tophalf.filled 8shape d.fill 2ophy 6.circle d.fill 7fill
    4icalstorm d.circle k.fill 2uck.box 9.badge.clock l.fill q.rtl mrtl afill 6pickup.side h.air.circulate
    v.fill mfresh r.fill jnd.exclamationmark zrk.fill jrrowtriangle.down zn.fill wup y.arrowtriangle.down
    zarrowtriangle.down.fill zfill ifill jront.open s.fill ihill.down r.fill nup p.fill ilock m.fill nopen
    r.fill 1shirt 6.circle d.fill 7fill 1ugriksign a.arrow.circlepath bcircle h.fill bsquare h.fill
    2ningfork 2rkishlirasign f.arrow.circlepath gcircle m.fill gsquare m.fill 1v 2.and.hifispeaker.fill
    7mediabox f.fill 3badge.wifi d.fill 3circle 9.fill 3fill 3inset.filled 3music.note d.fill 3slash 8.fill
    0u.circle 8.fill 2square 8.fill 1iwindow.split.2x1 1mbrella 8.fill 9percent g.ar hfill l.ar 1nderline
    0v.circle 8.fill 2square 8.fill 1ial.viewfinder 2deo 5.and.waveform i.fill 6badge.checkmark cellipsis
    cplus g.fill cwaveform k.fill 7ubble c.fill h.rtl dleft h.fill drtl 6circle c.fill 6doorbell e.fill
    6fill a.badge.checkmark hellipsis hplus 6slash b.circle i.fill cfill 7quare c.fill 5projector e.fill
    2ew.2d 53d 4finder a.circle h.fill brectangular btrianglebadge.exclamationmark 2sionpro
    9.and.arrow.forward r.fill abadge.exclamationmark v.fill gplay k.fill acircle g.fill afill aslash
    f.circle m.fill gfill 1oiceover 2lleyball a.circle h.fill bfill 0w.circle 8.fill 2square 8.fill 1ake
    4.circle b.fill 2llet.pass b.fill 2nd.and.rays d.inverse 9stars e.inverse 2rninglight c.fill 2sher
    6.circle d.fill 7fill 2tch.analog 5face.applewatch.case 3er.waves b.and.arrow.down
    q.trianglebadge.exclamationmark mup cslash 5bottle b.fill 2ve.3.backward f.circle m.fill 7forward
    e.circle l.fill 7left b.circle i.fill 7right c.circle j.fill 4form 8.and.magnifyingglass eic
    dperson.filled 9badge.exclamationmark fmagnifyingglass gic hnus fplus 9circle f.fill 9path d.badge.minus
    kplus eecg h.rectangle r.fill 9slash 1eb.camera a.fill 1ifi 4.circle b.fill 5exclamationmark k.circle
    r.fill 5router b.fill 5slash 6quare b.fill 2nd 4.circle b.fill 5snow 9.circle g.fill 4ow.awning d.closed
    7casement f.closed 8eiling e.closed 7horizontal h.closed 7shade.closed dopen 7vertical.closed gopen
    4shield.front.and.fluid q.and.spray lheat.waves lspray lwiper q.and.drop vspray rexclamationmark
    rintermittent brear.and.fluid p.and.spray kheat.waves kspray kwiper p.and.drop uspray qexclamationmark
    qintermittent 3eglass 9.fill 1onsign 7.arrow.circlepath 8circle e.fill 8square e.fill 1rench
    6.adjustable h.fill 8nd.screwdriver m.fill 7fill 2ongwaysign c.fill 0x.circle 8.fill 2square 8.fill
    8root 1box.logo 1mark 5.app 9.fill 6bin 9.circle g.fill afill 6circle c.fill 6diamond d.fill 6icloud
    c.fill 6octagon d.fill 6rectangle f.fill gportrait o.fill 6seal a.fill 7hield c.fill 7quare c.fill
    1serve 6.raid 0y.circle 8.fill 2square 8.fill 1ensign 7.arrow.circlepath 8circle e.fill 8square e.fill
    1ieldsign 9.fill 0z.circle 8.fill 2square 8.fill 1l.button.roundedtop.horizontal v.fill
    3rectangle.roundedtop n.fill 1r.button.roundedtop.horizontal v.fill 3rectangle.roundedtop n.fill 1zz
    """
}
